package io.millrace.storage.store;

import org.jspecify.annotations.Nullable;

/** What this build writes into files, and how it refuses files of builds that it cannot read. */
final class Product {
  /**
   * The number of the format of folder, log and image. It grows whenever a build could misread what
   * an older one wrote, or the other way round.
   */
  static final int FORMAT = 1;

  private Product() {}

  /** The version of the product, as its jar names it. */
  static String version() {
    @Nullable String version = Product.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }

  static void requireReadable(String file, int format, String writtenBy) {
    if (format < 1 || format > FORMAT) {
      throw new StoreException(
          StoreException.CANNOT_OPEN,
          "%s was written by version %s in format %d; this version reads up to format %d"
              .formatted(file, writtenBy, format, FORMAT));
    }
  }
}
