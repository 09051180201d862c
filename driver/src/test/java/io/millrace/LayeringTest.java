package io.millrace;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The plan of the house: which package may see which, and which libraries. That each package sees
 * only those after it rules out cycles, too.
 */
final class LayeringTest {
  /** Outermost first; subpackages belong to the package that they are in. */
  private static final List<String> LAYERS =
      List.of(
          "driver.console",
          "driver.server",
          "driver.jdbc",
          "engine.session",
          "engine.feed",
          "engine.commit",
          "engine.query",
          "engine.view",
          "engine.plan",
          "engine.sql",
          "engine.operator",
          "engine.circuit",
          "engine.catalog",
          "engine.expr",
          "engine.error",
          "storage.store",
          "storage.trace",
          "storage.zset",
          "storage.row");

  /** What the driver may see of the engine. */
  private static final Set<String> DRIVER_SEES =
      Set.of("engine.session", "engine.feed", "engine.error");

  private static JavaClasses classes;

  @BeforeAll
  static void readAllModules() {
    classes =
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .withImportOption(LayeringTest::isWritten)
            .importPackages("io.millrace");
    assertThat(classes.contain("io.millrace.storage.row.RowType"))
        .describedAs("the storage module is read")
        .isTrue();
    assertThat(classes.contain("io.millrace.engine.error.ErrorCode"))
        .describedAs("the engine module is read")
        .isTrue();
  }

  /** Not the generated parser: it is two thirds of all references and sees only Calcite and sql. */
  private static boolean isWritten(Location location) {
    return !location.contains("/engine/sql/parser/");
  }

  @Test
  void everyClassIsInALayer() {
    assertThat(classes)
        .filteredOn(type -> !LAYERS.contains(layer(type)))
        .extracting(JavaClass::getName)
        .isEmpty();
  }

  @Test
  void aPackageSeesOnlyThoseBelowIt() {
    assertThat(
            violations(
                (from, to) -> {
                  int target = LAYERS.indexOf(layer(to));
                  return target >= 0 && target < LAYERS.indexOf(layer(from));
                }))
        .isEmpty();
  }

  @Test
  void theDriverSeesOnlySessionsFeedsAndErrors() {
    assertThat(
            violations(
                (from, to) ->
                    layer(from).startsWith("driver.")
                        && LAYERS.contains(layer(to))
                        && !layer(to).startsWith("driver.")
                        && !DRIVER_SEES.contains(layer(to))))
        .isEmpty();
  }

  @Test
  void onlySqlPlanAndTheBuildersOfExpressionsSeeCalcite() {
    assertThat(
            violations(
                (from, to) ->
                    isIn(to, "org.apache.calcite")
                        && !isAvaticasDriver(to)
                        && !Set.of("engine.sql", "engine.plan").contains(layer(from))
                        && !isInBuildingHalf(from, to)
                        && !(layer(from).startsWith("driver.")
                            && isIn(to, "org.apache.calcite.avatica"))))
        .isEmpty();
  }

  @Test
  void onlyTheDriverSeesAvaticaAndHikari() {
    assertThat(
            violations(
                (from, to) ->
                    (isAvaticasDriver(to) || isIn(to, "com.zaxxer"))
                        && !layer(from).startsWith("driver.")))
        .isEmpty();
  }

  @Test
  void onlyTheStoreSeesMvStore() {
    assertThat(violations((from, to) -> isIn(to, "org.h2") && !layer(from).equals("storage.store")))
        .isEmpty();
  }

  @Test
  void onlyTheConsoleSeesTheTerminal() {
    assertThat(
            violations(
                (from, to) -> isIn(to, "org.jline") && !layer(from).equals("driver.console")))
        .isEmpty();
  }

  @Test
  void theConsoleReachesTheDatabaseThroughJdbcAlone() {
    assertThat(
            violations(
                (from, to) ->
                    layer(from).equals("driver.console")
                        && isIn(to, "io.millrace")
                        && !isIn(to, "io.millrace.driver")))
        .isEmpty();
  }

  /** {@code engine.expr} for {@code io.millrace.engine.expr} and what is inside it. */
  private static String layer(JavaClass type) {
    return type.getPackageName().replaceFirst("^io\\.millrace\\.([a-z]+\\.[a-z]+)(\\..*)?$", "$1");
  }

  private static boolean isIn(JavaClass type, String packageName) {
    return type.getPackageName().equals(packageName)
        || type.getPackageName().startsWith(packageName + ".");
  }

  /** Avatica without its utilities, whose enums stand in the signatures of Calcite. */
  private static boolean isAvaticasDriver(JavaClass type) {
    return isIn(type, "org.apache.calcite.avatica")
        && !isIn(type, "org.apache.calcite.avatica.util");
  }

  /**
   * What builds expressions reads Calcite's trees and is named so; what evaluates them may call
   * Calcite's function library, but shows nothing of it.
   */
  private static boolean isInBuildingHalf(JavaClass from, JavaClass to) {
    return layer(from).equals("engine.expr")
        && (outermost(from).getSimpleName().startsWith("Rex")
            || isIn(to, "org.apache.calcite.runtime")
            || isIn(to, "org.apache.calcite.avatica.util"));
  }

  private static JavaClass outermost(JavaClass type) {
    return type.getEnclosingClass().map(LayeringTest::outermost).orElse(type);
  }

  private static Set<String> violations(BiPredicate<JavaClass, JavaClass> isForbidden) {
    return classes.stream()
        .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
        .filter(
            d -> isForbidden.test(d.getOriginClass(), d.getTargetClass().getBaseComponentType()))
        .map(Dependency::getDescription)
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
