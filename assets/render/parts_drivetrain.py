"""Variants of the clutch kits, hubs and wheels.  See parts.py for the conventions."""
import materials as M
from parts import clutch_disc_unit, pressure_plate_unit, release_bearing_unit, wheel_hub_unit, wheel_unit
from tools import gear, group, hexnut, lathe, plate, ring


def alignment_tool():
    """Plastic mandrel with splines, lies along +x."""
    with group(loc=(0, 0, 1.5), rot=(0, 90, 0)):
        blk = M.plastic()
        lathe([(0, 0), (0.75, 0, 0.1), (0.8, 2.2), (0.8, 2.4), (0, 2.4)], blk, n=64)
        plate(gear(20, 1.2, 1.42, 0.6, 0.4), [], 4.5, blk, 0.05, z=2.3)
        lathe([(0, 6.8), (1.2, 6.8), (1.15, 12.4, 0.3), (1.5, 12.8, 0.15), (1.5, 14.2, 0.3), (0, 14.3)], blk, n=64)


def clutch_kit_red():
    """Cover flat on the floor with the disc leaning on it."""
    with group(loc=(-4.0, 2.0, 0.6)):
        pressure_plate_unit(M.powder(0.40, 0.010, 0.010))
    with group(loc=(9.0, -8.0, 11.0), rot=(58, 0, 24)):
        clutch_disc_unit(M.clutch_facing(0.05, 0.05, 0.052), M.red())
    with group(loc=(-9.5, -17.0, 0.0), rot=(0, 0, 25)):
        release_bearing_unit()
    with group(loc=(-2.5, -24.0, 0.0), rot=(0, 0, 10)):
        alignment_tool()
    return {"elevation": 28, "fill": 0.82}


def clutch_kit_kevlar():
    """Disc with yellow facings in front of a black cover."""
    with group(loc=(7.5, 8.0, 14.4), rot=(80, 0, 22)):
        pressure_plate_unit(M.powder(0.018, 0.018, 0.02))
    with group(loc=(-7.5, -4.0, 11.8), rot=(74, 0, 14)):
        clutch_disc_unit(M.clutch_facing(0.50, 0.34, 0.075), M.orange())
    with group(loc=(8.5, -12.0, 0.0), rot=(0, 0, -25)):
        release_bearing_unit()
    return {"elevation": 20}


def clutch_kit_flat():
    """Everything flat, as it comes out of the box."""
    with group(loc=(-10.5, 4.0, 0.6), rot=(0, 0, 10)):
        pressure_plate_unit()
    with group(loc=(17.2, 0.0, 1.6)):
        clutch_disc_unit(M.clutch_facing(0.17, 0.16, 0.15), M.gold_zinc())
    with group(loc=(3.0, -14.5, 0.0), rot=(0, 0, -20)):
        release_bearing_unit()
    return {"elevation": 40, "fill": 0.84}


def axle_nut():
    """Flat on the floor."""
    ring(0.9, 2.2, 0, 0.3, M.gold_zinc(), 0.05)
    hexnut(3.2, 0.3, 2.1, M.gold_zinc(), bore=1.0)


def wheel_hub_4x4():
    """Forged hub of a driven front axle, with its axle nut."""
    with group(rot=(82, 0, 36)):
        wheel_hub_unit(True, M.powder(0.02, 0.02, 0.022))
    with group(loc=(8.2, -6.4, -8.0), rot=(0, 0, 15)):
        axle_nut()
    return {"elevation": 18}


def alloy_wheel_dark():
    with group(rot=(90, 0, 36)):
        wheel_unit(M.powder(0.022, 0.023, 0.026), M.gunmetal())
    return {"elevation": 12}


PARTS = {
    "clutch-kit-red": clutch_kit_red,
    "clutch-kit-kevlar": clutch_kit_kevlar,
    "clutch-kit-flat": clutch_kit_flat,
    "wheel-hub-4x4": wheel_hub_4x4,
    "alloy-wheel-dark": alloy_wheel_dark,
}
