"""Data that the service sends and accepts. Open enums: a later version may send words not listed here."""

from ._generated.types import *
