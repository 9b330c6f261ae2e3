"""Variants of the oil, air and fuel filters.  See parts.py for the conventions."""

import materials as M
from parts import air_filter_unit, fuel_filter_unit, oil_filter_unit
from tools import box, cyl, group, hexnut, lathe, plate, ring, rrect, tube


# =============================================================== oil filters
def oil_filter_black():
    """One on its thread, one on its dome."""
    with group(loc=(-4.6, 2.6, 0.3), rot=(0, 0, 20), scale=(1, 1, 1.12)):
        oil_filter_unit(M.black())
    with group(loc=(4.6, -2.2, 10.2), rot=(180, 0, 15), scale=(1, 1, 1.12)):
        oil_filter_unit(M.black())
    return {"elevation": 28}


def oil_filter_blue():
    blue = M.paint(0.01, 0.10, 0.42)
    with group(loc=(-4.4, -2.6, 4.0), rot=(0, 0, -18)):
        with group(rot=(90, 0, 0)):
            with group(loc=(0, 0, 4.5), rot=(180, 0, 0), scale=(1, 1, 1.12)):
                oil_filter_unit(blue, M.white())
    with group(loc=(4.4, 3.4, 0.3), rot=(0, 0, -10), scale=(1, 1, 1.12)):
        oil_filter_unit(blue, M.white())
    return {"elevation": 20}


def oil_filter_large():
    """One tall can whose dome has a rough coat for the hand."""
    with group(rot=(0, 0, 12), scale=(1, 1, 1.26)):
        oil_filter_unit(M.white(), M.paint(0.46, 0.006, 0.008), M.powder(0.025, 0.025, 0.028))
    return {"elevation": 16, "fill": 0.76}


def oil_filter_bulk():
    """A tray of twelve."""
    with group(rot=(0, 0, -28)):
        grey, green = M.paint(0.50, 0.51, 0.52), M.paint(0.01, 0.17, 0.075)
        for i in range(4):
            for k in range(3):
                with group(loc=(8.3 * i - 12.45, 8.3 * k - 8.3, 0.75), rot=(0, 0, 13 * i + 7 * k)):
                    oil_filter_unit(grey, green)
        card = M.cardboard()
        box(34.2, 25.9, 0.4, card, 0.08)
        for y in (-12.95, 12.95):
            box(34.6, 0.4, 4.2, card, 0.1, loc=(0, y, 0))
        for x in (-17.1, 17.1):
            box(0.4, 25.5, 4.2, card, 0.1, loc=(x, 0, 0))
    return {"elevation": 30, "fill": 0.82}


# =============================================================== air filters
def upright(x, y, yaw, lean, H, T, **args):
    """Panel on its long edge, leaning away from the camera."""
    with group(loc=(x, y, 0), rot=(0, 0, yaw)):
        with group(rot=(-lean, 0, 0)):
            with group(loc=(0, 0, H / 2 + 0.8)):
                air_filter_unit(H=H, T=T, **args)


def lying(x, y, yaw, H, T, flip=False, z=0.0, **args):
    """Panel flat on the floor, pleats up, or the side of the seal."""
    with group(loc=(x, y, z + T / 2), rot=(0, 0, yaw)):
        with group(rot=(90 if flip else -90, 0, 0)):
            air_filter_unit(H=H, T=T, **args)


def air_filter_long():
    red = M.foam(0.42, 0.035, 0.012)
    lying(0, 0, -24, 13.5, 6.4, frame=red, media=M.paper(0.78, 0.70, 0.50), W=34.5, pitch=0.75, threads=())
    return {"elevation": 33, "fill": 0.82}


def air_filter_felt():
    green = M.foam(0.02, 0.085, 0.05)
    with group(loc=(2.5, 5.5, 0), rot=(0, 0, 20)):
        with group(rot=(-14, 0, 0)):
            with group(loc=(0, 0, 9.4)):
                air_filter_unit(green, M.paper(0.88, 0.88, 0.86), 24.0, 17.2, 4.6, threads=())
                with group(rot=(90, 0, 0)):
                    plate(rrect(21.6, 14.8, 1.2), [], 0.5, M.felt(), 0.2, z=1.75)
    lying(-3.5, -10.5, 14, 17.2, 4.6, frame=green, media=M.paper(0.88, 0.88, 0.86), W=24.0)
    return {"elevation": 28, "fill": 0.82}


def air_filter_synthetic():
    args = dict(frame=M.foam(0.012, 0.07, 0.27), media=M.paper(0.93, 0.935, 0.94), W=27.4, threads=(-4.6, 4.6))
    upright(6.0, 6.0, 24, 8, 18.9, 4.2, **args)
    upright(-5.0, -3.0, 24, 8, 18.9, 4.2, **args)
    return {"elevation": 18, "fill": 0.80}


def air_filter_mesh():
    """Deep pleats behind a diamond mesh of steel."""
    W, H, T = 28.6, 24.1, 6.2
    with group(rot=(0, 0, 26)):
        with group(rot=(-12, 0, 0)):
            with group(loc=(0, 0, H / 2 + 0.8)):
                air_filter_unit(None, M.paper(0.60, 0.14, 0.06), W, H, T, 0.95, ())
                steel, w, h = M.zinc(), W / 2 - 1.3, H / 2 - 1.3
                for s in (1, -1):
                    for k in range(-22, 23):
                        c = 1.3 * k                         # the line z = s x + c, clipped to the opening
                        ends = sorted(x for x in (-w, w, s * (h - c), s * (-h - c)) if abs(x) <= w + 1e-6 and abs(s * x + c) <= h + 1e-6)
                        if len(ends) >= 2 and ends[-1] - ends[0] > 0.4:
                            a, b = ends[0], ends[-1]
                            y = 0.05 - T / 2 - 0.04 * s
                            tube([(a, y, s * a + c), (b, y, s * b + c)], 0.075, steel, sides=1)
    return {"elevation": 15}


# ============================================================== fuel filters
def barb(length=2.6, r=0.46):
    """Hose end along +z."""
    lathe([(r + 0.4, -0.2), (r + 0.4, 0.3, 0.1), (r, 0.4, 0.05), (r, length * 0.35), (r + 0.13, length * 0.42, 0.05), (r, length * 0.58), (r, length * 0.68),
           (r + 0.13, length * 0.75, 0.05), (r, length * 0.92), (r - 0.06, length, 0.05), (r - 0.16, length), (r - 0.16, 0.4), (0, 0.4)], M.zinc(), n=56)


def hose_clamp():
    """Worm-drive clamp lying flat."""
    ring(1.0, 1.08, 0, 0.9, M.steel(), 0.02, n=72)
    ring(0.99, 1.12, 0.12, 0.2, M.steel(), 0.02, n=72)
    box(0.75, 1.5, 0.95, M.steel(), 0.12, loc=(1.3, 0.1, -0.02))
    with group(loc=(1.38, 0.8, 0.45), rot=(-90, 0, 0)):
        hexnut(0.7, 0, 0.45, M.zinc())


def fuel_filter_regulator():
    """Upright canister: two hose ends and the pressure regulator on its lid."""
    gz, z = M.gold_zinc(), M.zinc()
    with group(loc=(-1.0, 1.0, 0), rot=(0, 0, -20)):
        lathe([(0, 0), (2.6, 0, 0.3), (3.25, 0.5, 0.35), (3.35, 0.9, 0.1), (3.35, 8.2, 0.1), (3.6, 8.3, 0.08), (3.6, 8.9, 0.12), (3.2, 9.1, 0.2), (2.7, 9.5, 0.3),
               (0, 9.6)], M.black(), n=128)
        ring(3.33, 3.37, 3.2, 6.2, M.white(), 0.01, n=128)
        ring(3.33, 3.375, 2.6, 2.95, M.orange(), 0.01, n=128)
        for x in (-1.75, 1.75):
            with group(loc=(x, 0.9, 9.5)):
                barb(3.2)
        with group(loc=(0, -1.35, 9.3)):
            lathe([(0, 0), (1.35, 0), (1.35, 0.5, 0.1), (1.7, 0.7, 0.1), (1.7, 1.0, 0.1), (1.3, 1.1, 0.1), (1.25, 2.3, 0.35), (0.7, 2.6, 0.15), (0, 2.6)], gz, n=80)
        ring(3.34, 3.5, 4.9, 6.9, M.rubber(), 0.06, n=128)
        ring(3.48, 3.6, 5.2, 6.6, z, 0.04, n=128)
        box(1.4, 0.16, 1.4, z, 0.05, loc=(4.2, -0.4, 5.2))
        box(1.4, 0.16, 1.4, z, 0.05, loc=(4.2, 0.35, 5.2))
        with group(loc=(4.35, -0.5, 5.9), rot=(90, 0, 0)):
            hexnut(0.85, 0, 0.45, gz)
            cyl(0.24, -1.6, 0, gz, n=24)
    for x, y, yaw in ((3.4, -5.4, 30), (7.0, -2.0, -20)):
        with group(loc=(x, y, 0), rot=(0, 0, yaw)):
            hose_clamp()
    return {"elevation": 20}


def fuel_filter_return():
    """Long steel-ended body with a return port beside the outlet."""
    with group(loc=(0, 0, 2.9), rot=(0, 0, 26)):
        with group(rot=(0, 90, 0)):
            with group(rot=(0, 0, 200)):
                with group(scale=(1, 1, 1.25)):
                    fuel_filter_unit(M.paint(0.01, 0.17, 0.075))
                with group(loc=(1.75, 0.6, 6.4)):
                    barb(2.8, 0.36)
    return {"elevation": 24, "fill": 0.78}


PARTS = {
    "oil-filter-black": oil_filter_black,
    "oil-filter-blue": oil_filter_blue,
    "oil-filter-large": oil_filter_large,
    "oil-filter-bulk": oil_filter_bulk,
    "air-filter-long": air_filter_long,
    "air-filter-felt": air_filter_felt,
    "air-filter-synthetic": air_filter_synthetic,
    "air-filter-mesh": air_filter_mesh,
    "fuel-filter-regulator": fuel_filter_regulator,
    "fuel-filter-return": fuel_filter_return,
}
