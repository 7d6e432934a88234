"""The smallest instance on which two metrics, or a metric and a function, differ."""
