"""Variants of the struts.  See parts.py for the conventions."""
import materials as M
from parts import strut_unit
from tools import group


def lying_strut(x, y, yaw, spin, low=4.6, **args):
    """On spring perch and clevis; the mount lies in the direction of `yaw`."""
    with group(loc=(x, y, low), rot=(0, 0, yaw)):
        with group(rot=(0, 91.5, 0)):
            with group(rot=(0, 0, spin)):
                strut_unit(**args)


def standing_strut(x, y, yaw, **args):
    with group(loc=(x, y, 1.0), rot=(0, 0, yaw)):
        strut_unit(**args)


def strut_black():
    """Left and right, black springs, mounts towards the camera's left."""
    black = M.powder(0.02, 0.02, 0.022)
    lying_strut(26, 12, -150, 130, spring=black)
    lying_strut(24, -9, -146, 40, spring=black)
    return {"elevation": 33, "fill": 0.80}


def strut_grey():
    """A standing pair with bare-grey springs."""
    grey = M.powder(0.36, 0.37, 0.38)
    standing_strut(-11, 4, 30, spring=grey)
    standing_strut(11, -4, -20, spring=grey)
    return {"elevation": 14, "fill": 0.84}


def strut_blue():
    """One, lying, with a blue spring."""
    lying_strut(-26, 0, -14, 100, spring=M.powder(0.012, 0.075, 0.30))
    return {"elevation": 26, "fill": 0.80}


def strut_green():
    """One with a silver damper, mount towards the camera."""
    lying_strut(-14, 24, -62, 60, spring=M.powder(0.015, 0.11, 0.05), body=M.powder(0.42, 0.43, 0.44))
    return {"elevation": 30, "fill": 0.80}


def strut_yellow():
    """Left and right with yellow springs, mounts towards the camera."""
    yellow = M.powder(0.62, 0.34, 0.01)
    lying_strut(-2, 26, -108, 40, spring=yellow)
    lying_strut(20, 22, -112, 130, spring=yellow)
    return {"elevation": 32, "fill": 0.80}


def strut_heavy():
    """Thick white springs of a heavier car, head to foot."""
    ivory = M.powder(0.66, 0.65, 0.61)
    args = dict(spring=ivory, wire=0.98, coil=6.5, turns=5.4)
    lying_strut(-28, 13, -22, 130, low=5.0, **args)
    lying_strut(24, -14, 158, 40, low=5.0, **args)
    return {"elevation": 36, "fill": 0.82}


PARTS = {
    "strut-black": strut_black,
    "strut-grey": strut_grey,
    "strut-blue": strut_blue,
    "strut-green": strut_green,
    "strut-yellow": strut_yellow,
    "strut-heavy": strut_heavy,
}
