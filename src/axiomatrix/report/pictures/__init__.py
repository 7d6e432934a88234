"""Pictures: drawings of instances as shapes, plots by matplotlib, and diagrams written as SVG."""
