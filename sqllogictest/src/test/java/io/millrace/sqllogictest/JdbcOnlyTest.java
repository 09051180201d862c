package io.millrace.sqllogictest;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

final class JdbcOnlyTest {
  @Test
  void theRunnerReachesTheProductThroughJdbcAlone() {
    noClasses()
        .that()
        .resideInAPackage("io.millrace.sqllogictest..")
        .should()
        .dependOnClassesThat(
            resideInAPackage("io.millrace..")
                .and(not(resideInAPackage("io.millrace.sqllogictest.."))))
        .because("it must be able to run against any database, and to find what users would")
        .check(
            new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages("io.millrace.sqllogictest"));
  }
}
