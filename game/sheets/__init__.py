"""Printed sheets: a map as data (marks in hex widths), and the pages matplotlib makes of it."""
