"""No test takes anything from the memory of another run; those about the memory name a folder of their own."""

import os

os.environ["AXIOMATRIX_CACHE"] = ""
