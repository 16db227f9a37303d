"""`python -m game` is the same as `gloire`."""

from game.cli import main

if __name__ == "__main__":
    main()
