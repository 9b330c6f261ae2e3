"""Variants of the engine, cooling, electrical and lighting parts.  See parts.py for the conventions."""
import math

import materials as M
from parts import (alternator_unit, battery_unit, headlight_unit, piston_unit, radiator_unit, sprocket,
                   tensioner_unit)
from tools import box, circle, cyl, fillet, group, hexnut, lathe, plate, spline


# ==================================================================== pistons
def piston_forged():
    """Two assemblies with bright rods and coated skirts, one standing, one lying."""
    args = dict(skirt=M.coat(), rod_steel=M.satin())
    with group(loc=(3.4, 7.0, 3.75 + 14.2 + 3.4), rot=(0, 0, 118)):
        piston_unit(**args)
    with group(loc=(-9.0, -6.0, 4.34), rot=(0, 0, -6)):
        with group(rot=(0, -90, 0)):
            with group(rot=(0, 0, 90)):
                piston_unit(**args)
    return {"elevation": 22, "fill": 0.84}


# ================================================================ timing belts
def belt(ctrl, pitch=0.9, width=2.5):
    """A free belt standing on its edge along the closed curve; teeth inside."""
    path = spline(ctrl, 60)
    run = [0.0]
    for a, b in zip(path, path[1:] + path[:1]):
        run.append(run[-1] + math.hypot(b[0] - a[0], b[1] - a[1]))
    total = run[-1]
    teeth = round(total / pitch)

    def at(s):
        s %= total
        k = max(i for i in range(0, len(path)) if run[i] <= s + 1e-9)
        t = (s - run[k]) / (run[k + 1] - run[k])
        (ax, ay), (bx, by) = path[k], path[(k + 1) % len(path)]
        d = math.hypot(bx - ax, by - ay)
        return (ax + (bx - ax) * t, ay + (by - ay) * t), ((ay - by) / d, (bx - ax) / d)
    outer, inner = [], []
    for k in range(500):
        (x, y), (nx, ny) = at(total * k / 500)
        outer.append((x + nx * 0.22, y + ny * 0.22))
    for k in range(teeth):
        for fr, d in ((-0.32, -0.02), (-0.22, -0.3), (-0.12, -0.34), (0.12, -0.34), (0.22, -0.3), (0.32, -0.02), (0.5, -0.02)):
            (x, y), (nx, ny) = at(total / teeth * (k + fr))
            inner.append((x + nx * d, y + ny * d))
    plate(outer, [inner], width, M.rubber(), 0.04)


def roller(r=2.6):
    with group(loc=(0, 0, 0.2)):
        tensioner_unit(r)


def cogged_idler():
    with group(loc=(0, 0, 0.5)):
        sprocket(17, 0.9, 2.4, 1.3, 0, M.steel_turned())


def hydraulic_tensioner():
    """Lies along +x: body with mounting ears, boot and push rod."""
    al, st = M.alu_cast(), M.steel()
    with group(loc=(0, 0, 1.5), rot=(0, 90, 0)):
        lathe([(0, 0), (1.3, 0, 0.2), (1.45, 0.5, 0.1), (1.45, 6.2, 0.15), (1.1, 6.5, 0.1), (0, 6.5)], al, n=80)
        lathe([(0.9, 6.4), (1.2, 6.5, 0.1), (0.85, 6.9, 0.1), (1.1, 7.15, 0.1), (0.8, 7.4, 0.1), (0.6, 7.6), (0, 7.6)], M.rubber(), n=64)
        lathe([(0, 7.4), (0.5, 7.4), (0.5, 9.0, 0.15), (0, 9.1)], st, n=48)
        for z in (1.6, 4.8):
            with group(loc=(0, 0, z), rot=(0, 90, 0)):
                plate(fillet([(-0.9, -1.0), (0.9, -1.0), (0.95, -2.6, 0.9), (-0.95, -2.6, 0.9)], 0.1, True, 6), [circle(0.45, 0, -1.9, n=32)], 1.3, al, 0.15, z=-0.65)


def timing_belt_hydraulic():
    """Free belt with two idlers and the hydraulic tensioner."""
    belt([(-13, 2), (-11, 8.2), (-4, 8.6), (1, 6.2), (6, 8.8), (12.5, 7.2), (13.4, 1.2), (8, -1.2), (1, 1.6), (-6, -1.6)])
    for x, y in ((-8.2, -6.8), (-1.8, -8.2)):
        with group(loc=(x, y, 0)):
            roller(2.7)
    with group(loc=(3.6, -6.6, 0), rot=(0, 0, 14)):
        hydraulic_tensioner()
    return {"elevation": 34, "fill": 0.82}


def timing_belt_boxer():
    """Long belt lying round its tensioner and its cogged idler."""
    with group(rot=(0, 0, -16)):
        belt([(-17, 0.5), (-14.5, 5.2), (-8, 5.6), (0, 4.8), (8, 5.6), (14.5, 5.2), (17, 0.5), (14.5, -4.4), (8, -5.0), (0, -4.2), (-8, -5.0), (-14.5, -4.4)])
        with group(loc=(-11.4, 0.6, 0)):
            roller(2.9)
        with group(loc=(11.2, 0.6, 0)):
            cogged_idler()
    return {"elevation": 40, "fill": 0.86}


# ================================================================= alternators
def alternator_black():
    """Black-coated brackets, pulley to the right."""
    with group(rot=(90, 0, 40)):
        alternator_unit(M.powder(0.028, 0.028, 0.031), M.black_oxide())
    return {"elevation": 16}


def alternator_side():
    """Compact machine from the side, with its rear cover."""
    with group(rot=(90, 0, 118)):
        with group(scale=(1, 1, 0.92)):
            alternator_unit(M.alu())
        box(2.4, 1.6, 1.9, M.plastic_grey(), 0.2, loc=(2.6, 3.8, -2.6))
        with group(loc=(-2.6, -3.2, -3.2)):
            hexnut(1.3, 0.9, 1.7, M.brass())
            cyl(0.4, 0, 2.2, M.brass(), n=32)
    return {"elevation": 20}


# =================================================================== batteries
def car_battery_long():
    """Longer and lower, light lid, blue label, no strap."""
    with group(rot=(0, 0, 26), scale=(1.2, 0.98, 0.90)):
        battery_unit(M.plastic_light(), M.paint(0.012, 0.09, 0.36), False)
    return {"elevation": 26}


# =================================================================== radiators
def radiator_down_flow():
    """Black tanks above and below."""
    with group(rot=(-4, 0, 28)):
        with group(rot=(0, 90, 0)):
            radiator_unit(27.0, 48.0, 3.2, cap=False)
    return {"elevation": 15, "fill": 0.82}


def radiator_all_metal():
    """Thick core between welded tanks of sheet aluminium, above and below."""
    with group(rot=(-4, 0, -26)):
        with group(rot=(0, 90, 0)):
            radiator_unit(36.0, 36.0, 5.0, M.satin(), cap=False)
    return {"elevation": 15, "fill": 0.82}


def radiator_black():
    """Low and wide, black core, seen from its other end."""
    with group(rot=(-4, 0, 34)):
        radiator_unit(56.0, 26.0, 3.2, M.plastic_grey(), M.powder(0.03, 0.03, 0.032))
    return {"elevation": 17, "fill": 0.84}


# =================================================================== headlights
def headlight_right():
    with group(rot=(0, 0, 17)):
        with group(scale=(-1, 1, 1)):
            headlight_unit(M.bezel())
    return {"elevation": 12, "fill": 0.84}


PARTS = {
    "piston-forged": piston_forged,
    "timing-belt-hydraulic": timing_belt_hydraulic,
    "timing-belt-boxer": timing_belt_boxer,
    "alternator-black": alternator_black,
    "alternator-side": alternator_side,
    "car-battery-long": car_battery_long,
    "radiator-down-flow": radiator_down_flow,
    "radiator-all-metal": radiator_all_metal,
    "radiator-black": radiator_black,
    "headlight-right": headlight_right,
}
