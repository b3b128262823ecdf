#!/usr/bin/env python3
"""Presses Ctrl-C in an Octave that integrates, and looks at what is left.

Octave runs interrupt_session.m in a pseudo-terminal, step by step: each of its lines ends by printing a
word that this program waits for. The callback prints READY and then waits in a loop, so that the
interrupt always arrives inside of it. Prints 'interrupt: ok' at the end.

With the argument 'native' the system is one in C, which calls nothing: READY stands before a run that
takes very long, and Ctrl-C is pressed a second later. So it is with 'sweep', of several such runs. With 'trace' it is pressed while a function is
recorded, which waits then.
"""
import os
import pty
import select
import shutil
import signal
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
PATIENCE = 60


class Session:
    def __init__(self, command):
        self.seen = ""
        self.child, self.terminal = pty.fork()
        if self.child == 0:
            os.environ["TERM"] = "dumb"
            os.execvp(command[0], command)

    def wait_for(self, word):
        end = time.monotonic() + PATIENCE
        while word not in self.seen:
            left = end - time.monotonic()
            ready = select.select([self.terminal], [], [], max(left, 0))[0] if left > 0 else []
            if not ready:
                raise RuntimeError("no '%s' within %d s, but:\n%s" % (word, PATIENCE, self.seen))
            try:
                self.seen += os.read(self.terminal, 4096).decode(errors="replace")
            except OSError:
                raise RuntimeError("Octave ended before '%s':\n%s" % (word, self.seen))
        before, _, self.seen = self.seen.partition(word)
        return before

    def say(self, text):
        os.write(self.terminal, (text + "\n").encode())

    def close(self):
        try:
            os.kill(self.child, signal.SIGKILL)
        except ProcessLookupError:
            pass
        os.waitpid(self.child, 0)


def main():
    octave = shutil.which("octave-cli") or shutil.which("octave")
    session = Session([octave, "--norc", "--no-history", "-q", "--no-line-editing"])
    try:
        session.say("addpath ('%s', '%s');" % (HERE, os.path.join(HERE, "..", "..", "toolbox")))
        native = sys.argv[1:] in (["native"], ["sweep"])
        for nested in ["'%s'" % word for word in sys.argv[1:2]] or ["false", "true"]:
            session.say("interrupt_session ('run', %s)" % nested)
            session.wait_for("READY" + "!")
            time.sleep(1 if native else 0)
            begin = time.monotonic()
            os.write(session.terminal, b"\x03")
            session.say("interrupt_session ('look', %s)" % nested)
            result = session.wait_for("LOOKED" + "!")
            seconds = time.monotonic() - begin
            if "GOOD" not in result:
                raise RuntimeError("after the interrupt:\n%s" % result)
            if seconds > 10:
                raise RuntimeError("the interrupt took %.1f s" % seconds)
        print("interrupt: ok")
        return 0
    except RuntimeError as error:
        print("interrupt: failed\n%s" % error)
        return 1
    finally:
        session.close()


if __name__ == "__main__":
    sys.exit(main())
