package io.millrace.sqllogictest.script;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/** Finds scripts: SQLite's in the jar that carries them, ours beside the runner, and in files. */
public final class Corpus {
  private static final String SUFFIX = ".test";

  private Corpus() {}

  /**
   * All scripts of SQLite and ours, by name. Scripts of ours have names that begin with millrace.
   */
  public static List<ScriptSource> all() throws IOException {
    List<ScriptSource> sources = new ArrayList<>(below("test/", "select1.test", ""));
    sources.addAll(below("millrace/", "README.md", "millrace/"));
    sources.sort(Comparator.comparing(ScriptSource::name));
    return sources;
  }

  /** A script of the file system, named by its path. */
  public static ScriptSource file(Path path) throws IOException {
    return new ScriptSource(path.toString(), Files.size(path), () -> Files.newBufferedReader(path));
  }

  /** Scripts of a resource folder, which is found by a file that it is known to have. */
  private static List<ScriptSource> below(String folder, String anchor, String prefix)
      throws IOException {
    URL url = Corpus.class.getClassLoader().getResource(folder + anchor);
    if (url == null) {
      throw new IOException("the scripts of \"" + folder + "\" are not on the class path");
    }
    return url.openConnection() instanceof JarURLConnection jar
        ? inJar(jar, folder, prefix)
        : inFolder(url, prefix);
  }

  private static List<ScriptSource> inJar(
      JarURLConnection connection, String folder, String prefix) {
    List<ScriptSource> sources = new ArrayList<>();
    // Stays open: the scripts are read from it for as long as the process runs.
    JarFile jar = jar(connection);
    jar.stream()
        .filter(entry -> entry.getName().startsWith(folder) && entry.getName().endsWith(SUFFIX))
        .forEach(entry -> sources.add(entry(jar, entry, folder, prefix)));
    return sources;
  }

  private static JarFile jar(JarURLConnection connection) {
    try {
      return connection.getJarFile();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ScriptSource entry(JarFile jar, JarEntry entry, String folder, String prefix) {
    return new ScriptSource(
        prefix + entry.getName().substring(folder.length()),
        entry.getSize(),
        () ->
            new BufferedReader(
                new InputStreamReader(jar.getInputStream(entry), StandardCharsets.UTF_8)));
  }

  private static List<ScriptSource> inFolder(URL anchor, String prefix) throws IOException {
    Path folder = path(anchor).resolveSibling("");
    List<ScriptSource> sources = new ArrayList<>();
    try (Stream<Path> paths = Files.walk(folder)) {
      for (Path path : paths.filter(each -> each.toString().endsWith(SUFFIX)).toList()) {
        String name = prefix + folder.relativize(path).toString().replace('\\', '/');
        ScriptSource file = file(path);
        sources.add(new ScriptSource(name, file.sizeBytes(), file.opener()));
      }
    }
    return sources;
  }

  private static Path path(URL url) throws IOException {
    try {
      return Path.of(new URI(url.toString()));
    } catch (URISyntaxException e) {
      throw new IOException(e);
    }
  }
}
