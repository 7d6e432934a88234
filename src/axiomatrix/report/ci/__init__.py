"""Reports for build servers: JUnit and SARIF."""
