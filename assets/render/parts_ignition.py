"""Variants of the spark plugs and ignition coils.  See parts.py for the conventions."""
import materials as M
from parts import firing_end, spark_plug_unit
from studio import family
from tools import (box, circle, copies, cyl, fillet, group, helix, hexnut, lathe, plate, polar, ring, rrect, spline,
                   thread, tube)


# =============================================================== spark plugs
def lying_plug(x, y, yaw, spin=200, low=0.95, **args):
    """On the flats of its hexagon, electrode towards -x before the turn by `yaw`."""
    with group(loc=(x, y, low), rot=(0, 0, yaw)):
        with group(rot=(0, 90, 0)):
            with group(rot=(0, 0, spin)):
                spark_plug_unit(**args)


def spark_plug_long():
    """Four for an engine of four cylinders, side by side."""
    for k in range(4):
        lying_plug(-4.6 + 0.9 * k, 4.2 - 2.7 * k, 12, 195 + 9 * k, reach=2.65, fine=True, shell=M.zinc())
    return {"elevation": 36, "fill": 0.82}


def spark_plug_star():
    """Eight for an engine of eight cylinders, electrodes towards the middle."""
    for k in range(8):
        with group(rot=(0, 0, 45 * k + 12)):
            lying_plug(2.1, 0, 0, 190 + 11 * k, low=0.84, reach=1.75, hex_af=1.45, seat="taper", shell=M.steel_dark())
    return {"elevation": 48, "fill": 0.84}


def one_piece_unit():
    """Slim ground shell below a 16 mm thread; axis Z, electrode down, 10.4 cm."""
    nickel, shell, cer = M.zinc(), M.steel_dark(), M.ceramic()
    lathe([(0.40, 0.05), (0.50, 0.0), (0.52, 0.2), (0.52, 3.1, 0.1), (0.66, 3.25), (0.66, 3.4), (0.40, 3.4)], shell, closed=True, n=72, f=0.02)
    thread(0.80, 0.15, 3.3, 4.5, shell, 0.09, n=64)
    lathe([(0.66, 4.4), (0.7, 4.6), (0.98, 4.95, 0.05), (0.98, 5.3, 0.08), (0.82, 5.4), (0.82, 5.5)], shell, n=96)
    hexnut(1.62, 5.45, 6.6, shell)
    lathe([(0.78, 6.55), (0.78, 6.9, 0.1), (0.6, 7.02, 0.06), (0.55, 7.02)], shell, n=72)
    prof = [(0.5, 6.85), (0.56, 7.0), (0.56, 7.2, 0.05)]
    for k in range(4):
        z = 7.25 + 0.3 * k
        prof += [(0.46, z + 0.03, 0.06), (0.46, z + 0.1, 0.06), (0.56, z + 0.15, 0.06), (0.56, z + 0.28, 0.06)]
    prof += [(0.46, 8.5, 0.1), (0.37, 9.4, 0.06), (0.30, 9.46), (0, 9.46)]
    lathe(prof, cer, n=72)
    lathe([(0.0, 9.4), (0.26, 9.4), (0.32, 9.5, 0.03), (0.32, 9.64, 0.05), (0.22, 9.72, 0.05), (0.22, 9.86, 0.05),
           (0.33, 9.94, 0.06), (0.33, 10.22, 0.1), (0.2, 10.38, 0.05), (0, 10.38)], nickel, n=56)
    with group(scale=(0.82, 0.82, 1)):
        firing_end(nickel, cer)


def spark_plug_one_piece():
    for x, y, yaw, spin in ((-5.0, 4.0, -12, 200), (5.2, -2.8, 168, 170)):
        with group(loc=(x, y, 0.95), rot=(0, 0, yaw)):
            with group(rot=(0, 90, 0)):
                with group(rot=(0, 0, spin)):
                    one_piece_unit()
    return {"elevation": 30, "fill": 0.80}


def spark_plug_tray():
    """Fifty in a moulded tray, threads down."""
    with group(rot=(0, 0, -32)):
        nx, ny, p = 10, 5, 2.5
        places = [(p * i, p * k, 0) for i in range(nx) for k in range(ny) if i or k]
        with group(loc=(-p * (nx - 1) / 2, -p * (ny - 1) / 2, 0.6)) as first:
            spark_plug_unit(shell=M.zinc())
        for o in [o for o in family(first) if o.type == "MESH"]:
            copies(o, places)
        holes = [circle(1.02, p * (i - (nx - 1) / 2), p * (k - (ny - 1) / 2), n=28) for i in range(nx) for k in range(ny)]
        tray = M.plastic_blue()
        plate(rrect(nx * p + 1.2, ny * p + 1.2, 0.8), holes, 0.35, tray, 0.1, z=2.55)
        plate(rrect(nx * p + 1.2, ny * p + 1.2, 0.8), [rrect(nx * p + 0.6, ny * p + 0.6, 0.6)], 2.7, tray, 0.1)
        plate(rrect(nx * p + 2.2, ny * p + 2.2, 1.2), [rrect(nx * p + 0.6, ny * p + 0.6, 0.6)], 0.3, tray, 0.1, z=2.6)
    return {"elevation": 34, "fill": 0.84}


# ============================================================ ignition coils
def lying_coil(x, y, yaw, unit, spin=90, low=1.85, tilt=85):
    with group(loc=(x, y, low), rot=(0, 0, yaw)):
        with group(rot=(0, tilt, 0)):
            with group(rot=(0, 0, spin)):
                unit()


def boot_profile(rings=4):
    prof = [(0.55, 0.0), (1.0, 0.0, 0.12), (1.1, 0.5, 0.1)]
    for k in range(rings):
        z = 0.7 + 0.5 * k
        prof += [(1.22, z + 0.1, 0.1), (1.22, z + 0.28, 0.1), (1.04, z + 0.4, 0.06)]
    return prof


def socket(pl, pins, w=2.9):
    """Connector opening along +z."""
    plate(rrect(2.0, w, 0.4), [rrect(1.45, w - 0.6, 0.25)], 2.2, pl, 0.1, z=-0.1)
    box(1.6, w - 0.4, 0.3, pl, 0.05)
    for k in range(pins):
        box(0.5, 0.12, 1.5, M.brass(), 0.03, loc=(0, (k - (pins - 1) / 2) * 0.55, 0))
    box(0.4, 1.1, 1.2, pl, 0.1, loc=(-1.15, 0, 0.6))


def coil_block_unit():
    """Long boot of brown silicone under a square laminated head; 18 cm."""
    pl, rub = M.plastic_grey(), M.rubber_brown()
    lathe([(0, 0.6), (0.55, 0.6)] + boot_profile(3) + [(0.98, 2.6), (0.92, 8.0, 0.1), (1.2, 8.3, 0.12), (1.2, 9.4, 0.12), (0, 9.6)], rub, n=72)
    tube(helix(0.42, 0.1, 0.9, 4, n=24), 0.07, M.zinc(), sides=3)
    lathe([(0, 9.2), (1.0, 9.2), (1.05, 11.6, 0.1), (1.75, 12.0, 0.2), (1.75, 12.6), (0, 12.6)], pl, n=72)
    ring(1.6, 2.0, 11.9, 12.5, M.rubber(), 0.2, n=64)
    with group(loc=(0.4, 0, 12.5)):
        box(4.4, 3.8, 4.6, pl, 0.35, seg=4)
        for k in range(9):                                  # iron core, sheet by sheet
            box(0.16, 4.9, 2.9, M.steel_dark(), 0.03, loc=(-0.75 + 0.19 * k, 0, 0.7))
        plate(rrect(3.4, 2.8, 0.4), [], 0.2, M.plastic(), 0.08, z=4.52)
        with group(loc=(2.1, 0, 3.0), rot=(0, 90, 0)):
            socket(pl, 3)
        with group(loc=(-3.0, 0, 0.3)):
            plate(fillet([(1.4, -1.5), (-0.4, -1.3, 1.2), (-1.5, -0.6, 0.6), (-1.5, 0.6, 0.6), (-0.4, 1.3, 1.2), (1.4, 1.5)], 0.2, True, 6),
                  [circle(0.62, -0.2, 0, n=32)], 0.9, pl, 0.12)
            with group(loc=(-0.2, 0, 0)):
                ring(0.38, 0.64, -0.1, 1.02, M.brass(), 0.05, n=40)


def ignition_coil_block():
    lying_coil(-8.4, 1.0, 14, coil_block_unit, spin=70, low=1.95)
    with group(loc=(-3.6, -4.4, 0.5), rot=(0, 90, -8)):     # its M6 bolt
        hexnut(1.0, -0.6, 0, M.gold_zinc())
        cyl(0.65, -0.02, 0.1, M.gold_zinc(), 0.03, n=40)
        thread(0.3, 0.1, 0.08, 2.4, M.gold_zinc(), 0.05, n=32)
    return {"elevation": 26, "fill": 0.80}


def coil_flat_unit():
    """Slim boot under a long flat head with a ground strap; 15 cm."""
    pl, rub = M.plastic(), M.rubber()
    lathe([(0, 0.6), (0.55, 0.6)] + boot_profile(4) + [(1.0, 3.1), (0.95, 9.0, 0.1), (1.3, 9.3, 0.1), (1.3, 10.6, 0.15), (0, 10.8)], rub, n=64)
    with group(loc=(1.4, 0, 10.6)):
        plate(fillet([(-2.9, -1.5, 1.0), (2.6, -1.9, 0.6), (4.6, -1.6, 0.5), (4.6, 1.6, 0.5), (2.6, 1.9, 0.6), (-2.9, 1.5, 1.0)], 0, True), [], 2.7, pl, 0.25)
        plate(fillet([(-2.3, -1.1, 0.7), (2.2, -1.4, 0.5), (2.2, 1.4, 0.5), (-2.3, 1.1, 0.7)], 0, True), [], 0.3, M.plastic_grey(), 0.1, z=2.6)
        for k in range(4):
            box(0.3, 3.9, 1.5, pl, 0.1, loc=(-0.4 + 0.9 * k, 0, 0.5))
        with group(loc=(4.4, 0, 1.35), rot=(0, 90, 0)):
            socket(pl, 3, 2.7)
        for y in (-2.3, 2.3):
            with group(loc=(1.9, y, 0.2)):
                plate(circle(0.95, n=40), [circle(0.5, n=28)], 0.8, pl, 0.1)
                ring(0.33, 0.52, -0.08, 0.9, M.brass(), 0.04, n=36)
        strap = [(1.9, -2.3, 1.05), (1.2, -3.0, 1.3), (0.0, -3.2, 1.6), (-1.2, -2.8, 1.3), (-2.2, -2.6, 0.6)]
        tube(spline(strap, 8, False), 0.2, M.copper(), sides=4)
        ring(0.25, 0.6, 0, 0.14, M.copper(), 0.03, n=32, loc=(-2.6, -2.5, 0.4))


def ignition_coil_six():
    for k in range(3):
        for s in (0, 1):
            with group(rot=(0, 0, 12 + 180 * s)):
                lying_coil(1.6, 7.4 - 7.4 * k, 0, coil_flat_unit, spin=172 + 8 * (k % 2), low=1.7, tilt=90)
    return {"elevation": 34, "fill": 0.84}


def coil_push_unit():
    """Push-down coil: round body with a seal, red head, no bolt; 15 cm."""
    red, pl, rub = M.paint(0.46, 0.012, 0.01), M.plastic(), M.rubber()
    lathe([(0, 0.6), (0.55, 0.6)] + boot_profile(4) + [(1.0, 3.1), (0.96, 5.4, 0.1), (1.2, 5.6, 0.1), (0, 5.8)], rub, n=64)
    lathe([(0, 5.4), (1.15, 5.4, 0.1), (1.15, 10.6, 0.1), (1.5, 10.9, 0.15), (0, 11)], pl, n=72)
    for z in (10.9, 11.6):
        lathe([(1.3, z), (1.85, z + 0.1, 0.15), (1.85, z + 0.4, 0.15), (1.3, z + 0.5)], rub, closed=True, n=72)
    lathe([(0, 10.9), (1.5, 10.9), (1.5, 12.2), (2.2, 12.4, 0.2), (2.2, 13.3, 0.2), (1.7, 13.8, 0.3), (1.5, 15.2, 0.4), (0.8, 15.4, 0.2), (0, 15.4)], red, n=96)
    for k in range(12):
        x, y = polar(1.72, 30 * k)
        box(0.28, 0.28, 1.3, red, 0.1, loc=(x, y, 13.5), rot=(0, 0, 30 * k))
    with group(loc=(1.6, 0, 13.1), rot=(0, 90, 0)):
        box(2.0, 2.8, 1.2, red, 0.25, loc=(0, 0, -0.6))
        socket(pl, 4)


def ignition_coil_push():
    for x, y, yaw, spin in ((-9.6, 5.2, 15, 60), (-10.2, 1.7, 5, 76), (-10.2, -1.9, -5, 84), (-9.6, -5.4, -15, 100)):
        lying_coil(x, y, yaw, coil_push_unit, spin=spin, low=2.2, tilt=88)
    return {"elevation": 32, "fill": 0.82}


PARTS = {
    "spark-plug-long": spark_plug_long,
    "spark-plug-star": spark_plug_star,
    "spark-plug-one-piece": spark_plug_one_piece,
    "spark-plug-tray": spark_plug_tray,
    "ignition-coil-block": ignition_coil_block,
    "ignition-coil-six": ignition_coil_six,
    "ignition-coil-push": ignition_coil_push,
}
