"""Reports for build servers: JUnit, SARIF, annotations, a badge."""
