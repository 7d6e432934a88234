"""Work handed to executors: this process, workers of this machine, or a Dask cluster."""
