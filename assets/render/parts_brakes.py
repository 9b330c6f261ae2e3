"""Brake parts: pads, rotors, calipers, drum, hose.  See parts.py for the conventions."""
import math

import materials as M
from parts import rotor_unit
from tools import (box, circle, cyl, fillet, group, hexnut, lathe, plate, polar, radial, ring, spline,
                   thread, tube)


# ================================================================ brake-pads
def pad(w, h, arch, t_back, t_lining, back, ear, blocks, shim=None, slot=0.22, lining=None,
        rivets=()):
    """Upright pad, bottom edge near z=0, friction towards -y.

    `blocks` splits the lining at these x; `rivets` are (x, z) places, seen from both sides.
    """
    lin = lining or M.friction()
    x0, e_w, e_h, e_z = w / 2, *ear
    top = lambda x: h - arch * (x / x0) ** 2
    bot = lambda x: 0.55 * arch * (1 - (x / x0) ** 2) * 0.6

    def outline(inset_x, inset_t, inset_b, a, b, r, n=10):
        xs = [a + (b - a) * k / n for k in range(n + 1)]
        up = [(x, top(x) - inset_t) for x in xs]
        dn = [(x, bot(x) + inset_b) for x in xs[::-1]]
        pts = [(*up[0], r)] + [(*p, 0) for p in up[1:-1]] + [(*up[-1], r), (*dn[0], r)]
        pts += [(*p, 0) for p in dn[1:-1]] + [(*dn[-1], r)]
        return fillet(pts, 0, True, 5)
    n = 12
    up = [(x0 - 2 * x0 * k / n, top(x0 - 2 * x0 * k / n), 0) for k in range(n + 1)]
    dn = [(-x0 + 2 * x0 * k / n, bot(-x0 + 2 * x0 * k / n), 0) for k in range(n + 1)]
    o = [(x0, e_z + e_h, 0.2), (*up[0][:2], 0.5)] + up[1:-1] + [(*up[-1][:2], 0.5), (-x0, e_z + e_h, 0.2)]
    o += [(-x0 - e_w, e_z + e_h, 0.2), (-x0 - e_w, e_z, 0.2), (-x0, e_z, 0.2)]
    o += [(*dn[0][:2], 0.35)] + dn[1:-1] + [(*dn[-1][:2], 0.35)]
    o += [(x0, e_z, 0.2), (x0 + e_w, e_z, 0.2), (x0 + e_w, e_z + e_h, 0.2)]
    plate(fillet(o, 0, True, 5), [], t_back, back, 0.07, rot=(90, 0, 0), loc=(0, t_back, 0))
    edges = [-x0 + 0.45] + list(blocks) + [x0 - 0.45]
    for i, (a, b) in enumerate(zip(edges, edges[1:])):
        a2 = a + (slot / 2 if i else 0)
        b2 = b - (slot / 2 if i < len(edges) - 2 else 0)
        wells = [circle(0.42, x, z, n=28) for x, z in rivets if a2 < x < b2]
        plate(outline(0, 0.35, 0.35, a2, b2, 0.35), wells, t_lining, lin, 0.16, rot=(90, 0, 0), loc=(0, 0.05, 0))
    plate(outline(0, 0.4, 0.4, -x0 + 0.5, x0 - 0.5, 0.4), [], t_lining * 0.35, lin, 0.05, rot=(90, 0, 0), loc=(0, 0.05, 0))
    for x, z in rivets:
        with group(loc=(x, 0.05 - t_lining * 0.35, z), rot=(90, 0, 0)):
            ring(0.14, 0.34, 0, 0.14, M.brass(), 0.05, n=28)
        with group(loc=(x, t_back, z), rot=(-90, 0, 0)):
            lathe([(0, 0), (0.5, 0), (0.42, 0.2, 0.1), (0, 0.26)], M.brass(), n=32)
    if shim:
        plate(outline(0, 0.45, 0.45, -x0 + 0.7, x0 - 0.7, 0.5),
              [circle(0.5, -w * 0.2, h * 0.45, n=32), circle(0.5, w * 0.2, h * 0.45, n=32)],
              0.1, shim, 0.03, rot=(90, 0, 0), loc=(0, t_back + 0.1, 0))


def wear_sensor():
    """Sensor head at the origin, lead in a loop, plug at its end; lies on z=0."""
    box(1.3, 0.7, 0.6, M.plastic(), 0.12)
    box(0.5, 0.72, 0.35, M.zinc(), 0.06, loc=(-0.7, 0, 0.1))
    path = [(0.5, 0, 0.3), (1.6, 0.15, 0.25), (3.2, -0.5, 0.2), (4.6, -1.9, 0.2), (6.6, -2.2, 0.2), (7.9, -0.9, 0.2), (7.2, 0.7, 0.2),
            (5.4, 0.75, 0.42), (4.5, -0.6, 0.62), (5.0, -2.5, 0.3), (7.0, -3.4, 0.2), (9.4, -2.9, 0.3)]
    tube(spline(path, 10, False), 0.17, M.rubber(), sides=4)
    with group(loc=(9.3, -2.9, 0.5), rot=(0, 0, 14)):
        box(2.3, 1.2, 1.0, M.plastic(), 0.15, loc=(1.1, 0, -0.5))
        box(0.5, 1.35, 1.15, M.plastic_grey(), 0.12, loc=(0.5, 0, -0.57))
        box(0.9, 0.5, 0.25, M.plastic(), 0.08, loc=(1.4, 0, 0.48))


def brake_pads_rear():
    args = dict(w=10.0, h=4.9, arch=0.7, t_back=0.55, t_lining=1.0, back=M.powder(0.016, 0.016, 0.018),
                ear=(0.85, 1.5, 1.6), blocks=(0,))
    with group(loc=(-2.0, 2.6, 0.1), rot=(0, 0, -22)):
        with group(rot=(-16, 0, 0)):
            pad(shim=M.zinc(), **args)
    with group(loc=(6.0, -3.6, 0.55), rot=(0, 0, 20)):
        with group(rot=(-90, 0, 0)):
            pad(**args)
    with group(loc=(-7.2, -3.6, 0), rot=(0, 0, -6)):
        wear_sensor()
    return {"elevation": 27, "fill": 0.80}


def brake_pads_truck():
    args = dict(w=19.5, h=8.6, arch=1.5, t_back=0.8, t_lining=1.9, back=M.zinc(), ear=(1.1, 2.6, 2.9),
                blocks=(-3.1, 3.1), slot=0.34)
    with group(loc=(-7.4, 6.0, 0.0), rot=(0, 0, -20)):
        with group(rot=(-13, 0, 0)):
            pad(**args)
    with group(loc=(4.7, -2.0, 0.0), rot=(0, 0, -20)):
        with group(rot=(-13, 0, 0)):
            pad(**args)
    with group(loc=(-11.5, -5.5, 0.85), rot=(0, 0, -24)):
        with group(rot=(-90, 0, 0)):
            with group(loc=(0, 0, -4.3)):
                pad(**args)
    with group(loc=(8.5, -13.9, 0.85), rot=(0, 0, -20)):
        with group(rot=(-90, 0, 0)):
            with group(loc=(0, 0, -4.3)):
                pad(**args)
    return {"elevation": 27, "fill": 0.82}


# =============================================================== brake-rotor
def disc(R, ri, gap, vanes, hat_r, hat_z, bolts, bolt_r, pcd, bore, hat, milled=(), lug=None, t=0.85, face=None, twist=0):
    """Vented disc: back face at z=0, hat towards +z."""
    face, iron = face or M.iron_face(), M.cast_iron()
    zt = 2 * t + gap
    plate(circle(R - 0.02, n=192), [circle(ri, n=128)], t, face, 0.07, z=0)
    if milled:
        plate(circle(R - 0.02, n=192), [circle(ri, n=128)], t - 0.2, iron, 0.01, z=t + gap)
        plate(circle(R, n=192), [circle(ri, n=128)] + list(milled), 0.22, face, 0.07, z=zt - 0.22)
    else:
        plate(circle(R, n=192), [circle(ri, n=128)], t, face, 0.09, z=t + gap)
    v = box(R - ri - 1.0, 0.42, gap + 0.1, iron, 0.05, loc=((R + ri) / 2 + 0.25, 0, t - 0.05), rot=(0, 0, twist))
    radial(v, vanes)
    ring(ri + 0.3, ri + 0.8, t, t + gap, iron)
    # groove and step between the face and the hat
    lathe([(ri + 0.12, zt - 0.35), (ri - 0.45, zt - 0.35, 0.2), (hat_r + 0.15, zt + 0.2, 0.25), (hat_r, hat_z, 0.55), (hat_r - 1.0, hat_z),
           (hat_r - 1.0, hat_z - 0.7), (hat_r - 0.7, hat_z - 0.9), (hat_r - 0.6, 0.2), (ri + 0.12, 0.2)], hat, n=160, closed=True)
    hs = [circle(bolt_r, *polar(pcd, 90 + 360 / bolts * k), n=36) for k in range(bolts)]
    hs += [circle(0.42, *polar(pcd, 90 + 180 / bolts), n=24)]
    plate(circle(hat_r - 0.75, n=128), [circle(bore, n=96)] + hs, 0.75, lug or hat, 0.07, z=hat_z - 0.76)


def brake_rotor_plain():
    with group(rot=(90, 0, -46)):
        disc(14.0, 8.4, 0.95, 36, 7.5, 5.4, 5, 0.68, 5.6, 3.15, M.steel_turned())
    return {"elevation": 15}


def brake_rotor_slotted():
    black = M.powder(0.014, 0.014, 0.016)
    for loc, yaw in (((-9.5, 9.0, 0), -40), ((6.5, -4.0, 0), -22)):
        with group(loc=loc, rot=(90, 0, yaw)):
            disc(16.6, 9.3, 1.1, 44, 8.5, 5.8, 6, 0.82, 6.98, 4.3, black, slots(8, 9.9, 16.0, 26, 0.19), twist=14)
    return {"elevation": 16, "fill": 0.80}


# ================================================================ brake-drum
def drum():
    """Closed side at z=0 facing +z, open side at z=-8."""
    iron, face = M.cast_iron(), M.iron_face()
    prof = [(3.4, 0.0), (7.0, 0.0, 0.3), (7.6, -0.55, 0.3), (10.2, -0.75, 0.3), (12.3, -1.2, 0.9), (12.9, -2.4, 0.4)]
    prof += [(12.95, -4.6, 0.15), (13.45, -4.75, 0.1), (13.45, -5.25, 0.1), (12.95, -5.4, 0.15), (12.95, -6.7, 0.2)]
    prof += [(14.1, -6.9, 0.15), (14.15, -7.9, 0.15), (13.2, -8.0, 0.1), (13.2, -7.5, 0.1), (11.65, -7.4, 0.1)]
    lathe(prof, iron, n=192)
    lathe([(11.65, -7.42), (11.5, -7.3, 0.1), (11.5, -2.2, 0.2), (11.8, -1.9)], face, n=192)
    lathe([(11.8, -1.95), (10.8, -1.5, 0.3), (7.2, -1.2, 0.3), (6.8, -0.85), (3.4, -0.85)], iron, n=160)
    # cooling ribs on the shoulder
    rib = box(0.42, 0.5, 3.0, iron, 0.14, loc=(12.75, 0, -4.9))
    radial(rib, 36)
    hs = [circle(0.72, *polar(5.4, 90 + 72 * k), n=36) for k in range(5)] + [circle(0.38, *polar(5.4, 126), n=24)]
    hs += [circle(0.38, *polar(5.4, 306), n=24)]
    plate(circle(6.75, n=128), [circle(3.2, n=96)] + hs, 1.0, M.steel_turned(), 0.1, z=-0.92)
    lathe([(3.2, -0.9), (3.2, 0.55, 0.12), (3.6, 0.55, 0.12), (3.75, 0.0)], M.steel_turned(), n=96)


def brake_drum():
    with group(loc=(-8, 8, 0)):
        with group(rot=(90, 0, -36)):
            drum()
    with group(loc=(11.5, -9.5, -14.15)):
        with group(rot=(180, 0, 25)):
            drum()
    return {"elevation": 24, "fill": 0.80}


# ======================================================= brake-caliper-silver
def caliper_cylinder(al, x, size):
    rub = M.rubber()
    with group(loc=(x, 0, 0), rot=(90, 0, 0), scale=(size, size, 1)):
        lathe([(0, 6.6), (1.5, 6.6, 0.15), (1.75, 6.2, 0.15), (2.7, 6.0, 0.45), (3.15, 5.3, 0.4), (3.3, 2.2, 0.1), (3.6, 1.9, 0.1), (3.6, 1.5), (0, 1.5)], al, n=128)
        lathe([(0, 6.72), (0.85, 6.72, 0.08), (0.95, 6.5)], M.alu_turned(), n=64)
        ring(2.0, 2.75, 0.75, 1.6, M.chrome(), 0.1)
        lathe([(2.7, 1.55), (3.1, 1.4, 0.1), (2.8, 1.2, 0.08), (3.1, 1.05, 0.1), (2.75, 0.95)], rub, n=96)


def floating_caliper(cast=None, twin=False):
    """Inboard side towards -y, disc gap at y=0, radial direction +z. `twin`: two pistons side by side."""
    al, iron, rub = cast or M.alu_cast(), M.steel_dark(), M.rubber()
    gz = M.gold_zinc()
    # cylinders
    if twin:
        bores, size = (-3.0, 3.0), 0.82
    else:
        bores, size = (0,), 1.0
    for x in bores:
        caliper_cylinder(al, x, size)
    # shoulder plate with the two ears
    ears = [(-3.4, -3.1, 1.2), (3.4, -3.1, 1.2), (4.6, -1.2, 0.8), (6.8, -0.9, 0.5), (9.0, -0.7, 1.1), (9.0, 1.9, 1.1), (6.8, 2.0, 0.6), (6.2, 3.6, 0.9),
            (3.0, 4.9, 1.5), (-3.0, 4.9, 1.5), (-6.2, 3.6, 0.9), (-6.8, 2.0, 0.6), (-9.0, 1.9, 1.1), (-9.0, -0.7, 1.1), (-6.8, -0.9, 0.5), (-4.6, -1.2, 0.8)]
    plate(fillet(ears, 0, True, 5), [circle(2.6 * size, x, 0, n=64) for x in bores], 1.7, al, 0.28, rot=(90, 0, 0), loc=(0, -1.5, 0))
    # webs from the cylinder to the ears and to the bridge
    for s in (-1, 1):
        box(3.6, 1.5, 0.9, al, 0.3, loc=(s * 4.4, -3.6, 0.2), rot=(0, 0, -s * 26))
        box(0.9, 3.4, 2.4, al, 0.3, loc=(s * 1.7, -4.0, 2.0), rot=(0, -s * 12, 0))
    # bridge over the disc with an inspection window, then the fingers
    def arch(a, b, r0, r1, f):
        xs = [a + (b - a) * k / 14 for k in range(15)]
        up = [(x, r1 - 0.028 * x * x) for x in xs]
        dn = [(x, r0 - 0.028 * x * x) for x in xs[::-1]]
        return fillet([(*up[0], f)] + [(*p, 0) for p in up[1:-1]] + [(*up[-1], f), (*dn[0], f)] + [(*p, 0) for p in dn[1:-1]] + [(*dn[-1], f)], 0, True, 5)
    for a, b in ((-6.4, -1.9), (1.9, 6.4)):
        plate(arch(a, b, 4.0, 5.6, 0.35), [], 7.4, al, 0.3, rot=(90, 0, 0), loc=(0, 4.4, 0))
    plate(arch(-6.4, 6.4, 3.8, 5.65, 0.4), [], 2.2, al, 0.3, rot=(90, 0, 0), loc=(0, -1.1, 0))
    plate(arch(-6.4, 6.4, 3.6, 5.65, 0.4), [], 2.2, al, 0.3, rot=(90, 0, 0), loc=(0, 4.6, 0))
    for s in (-1, 1):
        plate(fillet([(s * 1.3, 4.6), (s * 1.3, -1.6, 0.7), (s * 3.9, -1.9, 0.9), (s * 6.0, 1.5, 0.6), (s * 6.2, 3.8)][::s], 0, True), [], 1.9, al, 0.3,
              rot=(90, 0, 0), loc=(0, 4.5, 0))
    for x in (-4.2, 0, 4.2):
        box(0.5, 6.6, 0.35, al, 0.14, loc=(x * 1.0, 0.9, 5.52 - 0.028 * x * x)) if x else None
    # pads in the gap
    pads = fillet([(-5.6, -2.4, 0.5), (5.6, -2.4, 0.5), (6.0, 3.0, 0.5), (3, 3.8, 1), (-3, 3.8, 1), (-6.0, 3.0, 0.5)], 0, True)
    for s in (-1, 1):
        plate(pads, [], 0.5, M.black_oxide(), 0.07, rot=(90, 0, 0), loc=(0, s * 1.9 + 0.25, 0))
        plate(fillet([(-4.9, -2.1, 0.4), (4.9, -2.1, 0.4), (5.2, 2.8, 0.4), (-5.2, 2.8, 0.4)], 0, True), [], 0.7, M.friction(), 0.1, rot=(90, 0, 0),
              loc=(0, s * 1.3 + 0.35, 0))
    # carrier
    for s in (-1, 1):
        leg = fillet([(s * 6.6, -4.2, 0.5), (s * 9.6, -3.6, 0.8), (s * 9.7, 1.6, 0.8), (s * 8.9, 3.2, 0.6), (s * 6.8, 3.0, 0.4)][::s], 0, True)
        plate(leg, [], 5.6, iron, 0.25, rot=(90, 0, 0), loc=(0, 3.4, 0))
        box(0.2, 5.8, 3.6, M.steel(), 0.06, loc=(s * 6.55, 0.5, -1.0))
        with group(loc=(s * 8.0, 0, 0.6), rot=(90, 0, 0)):
            lathe([(0.5, 1.4), (0.95, 1.5, 0.1), (0.78, 1.75, 0.08), (1.0, 1.95, 0.08), (0.78, 2.15, 0.08), (1.0, 2.3, 0.1), (0.5, 2.5)], rub, n=48)
            hexnut(1.5, 3.15, 4.0, gz)
            cyl(1.05, 3.1, 3.3, gz, 0.05, n=48)
            cyl(0.55, -3.6, 3.2, M.steel(), 0.1, n=32)
    lug = fillet([(-9.4, -2.6, 0.6), (-9.6, -3.9, 0.8), (-7.6, -6.6, 1.5), (-5.0, -6.4, 1.4), (-4.2, -4.7, 0.8), (4.2, -4.7, 0.8), (5.0, -6.4, 1.4),
                  (7.6, -6.6, 1.5), (9.6, -3.9, 0.8), (9.4, -2.6, 0.6), (6.0, -3.1, 0.6), (-6.0, -3.1, 0.6)], 0, True, 6)
    plate(lug, [circle(0.68, -6.4, -5.2, n=36), circle(0.68, 6.4, -5.2, n=36)], 1.6, iron, 0.25, rot=(90, 0, 0), loc=(0, -0.6, 0))
    for s in (-1, 1):
        with group(loc=(s * 6.4, -2.2, -5.2), rot=(90, 0, 0)):
            ring(0.66, 1.15, -0.05, 0.12, M.steel_turned(), 0.03, n=48)
    tie = fillet([(-9.2, -2.6, 0.5), (-9.0, -4.6, 0.9), (9.0, -4.6, 0.9), (9.2, -2.6, 0.5)], 0, True)
    plate(tie, [], 1.1, iron, 0.25, rot=(90, 0, 0), loc=(0, 3.5, 0))
    # bleeder with its cap, banjo port
    with group(loc=(1.9, -4.6, 2.4), rot=(18, 34, 0)):
        cyl(0.75, -0.6, 0.8, al, 0.12, n=40)
        hexnut(1.0, 0.8, 1.35, gz)
        lathe([(0, 1.3), (0.3, 1.3), (0.3, 1.6), (0.42, 1.7, 0.05), (0.42, 2.0, 0.06), (0.3, 2.5, 0.1), (0, 2.5)], rub, n=32)
    with group(loc=(-2.0 if not twin else 0, -5.0, 1.2), rot=(70, -25, 0)):
        cyl(0.95, -0.8, 1.5, al, 0.15, n=48)
        ring(0.42, 0.8, 1.45, 1.58, M.copper(), 0.04, n=48)
        lathe([(0, 1.2), (0.42, 1.2), (0.44, 1.55)], M.black(), n=32)


def brake_caliper_silver():
    with group(rot=(4, 0, -33)):
        floating_caliper()
    return {"elevation": 22}


# ================================================================ brake-hose
def brake_hose():
    rub, zn, gz = M.rubber(), M.zinc(), M.gold_zinc()
    path = [(-13.0, -1.0, 0.9), (-10.5, -1.1, 0.75), (-6.8, -3.4, 0.58), (-1.0, -5.2, 0.55), (5.4, -3.6, 0.55), (8.6, 1.4, 0.55), (6.4, 6.6, 0.55), (0.5, 8.2, 0.55),
            (-4.8, 5.6, 0.55), (-5.6, 0.2, 1.2), (-2.2, -3.6, 1.75), (3.4, -6.2, 1.1), (8.6, -6.2, 0.7), (11.6, -5.4, 0.75), (14.0, -4.6, 0.8)]
    pts = spline(path, 16, False)
    tube(pts, 0.53, rub, sides=6)

    def ferrule(p, d, **kw):
        yaw = math.degrees(math.atan2(d[1], d[0]))
        return group(loc=p, rot=(0, 90, yaw), **kw)
    # banjo end (left)
    with ferrule((-11.0, -1.06, 0.80), (-1, 0.03)):
        lathe([(0.5, -1.5), (0.66, -1.45, 0.06), (0.7, -1.2, 0.06), (0.62, -1.05, 0.05), (0.7, -0.9, 0.06), (0.62, -0.75, 0.05), (0.7, -0.6, 0.06), (0.7, 0.5, 0.08),
               (0.55, 0.6), (0.42, 0.8), (0.42, 3.0), (0, 3.0)], zn, n=64)
    with group(loc=(-14.6, -0.95, 0.25), rot=(0, 0, 0)):
        plate(fillet([(1.6, -0.5, 0.2), (0.6, -0.6, 0.3)] + [(*polar(1.05, -40 - 280 * k / 20), 0) for k in range(21)] + [(0.6, 0.6, 0.3), (1.6, 0.5, 0.2)], 0, True),
              [circle(0.52, n=40)], 1.1, zn, 0.12)
        for z in (-0.14, 1.1):
            ring(0.55, 0.9, z, z + 0.14, M.copper(), 0.04, n=48)
        # banjo bolt
        hexnut(1.35, 1.26, 2.0, gz)
        cyl(0.5, 0.0, 1.3, gz, n=32)
    # female end (right) with hexagon
    with ferrule((12.0, -5.28, 0.78), (1, 0.33)):
        lathe([(0.5, -1.5), (0.66, -1.45, 0.06), (0.7, -1.2, 0.06), (0.62, -1.05, 0.05), (0.7, -0.9, 0.06), (0.62, -0.75, 0.05), (0.7, -0.6, 0.06), (0.7, 0.6, 0.08),
               (0.5, 0.7), (0.5, 1.0)], zn, n=64)
        hexnut(1.6, 0.9, 2.0, zn, bore=0.4)
        lathe([(0.4, 1.4), (0.55, 1.9), (0.62, 2.0), (0.62, 2.9, 0.05), (0.8, 3.0, 0.05), (0.8, 3.4, 0.1), (0.42, 3.4, 0.05), (0.40, 1.4)], zn, closed=True, n=64)
        lathe([(0, 2.2), (0.42, 2.2)], M.black(), n=32)
    # bracket with grommet half-way
    p = pts[16 * 6 + 4]
    q = pts[16 * 6 + 6]
    with ferrule(p, (q[0] - p[0], q[1] - p[1])):
        lathe([(0.5, -1.2), (0.75, -1.1, 0.1), (0.8, -0.35, 0.06), (0.62, -0.25), (0.62, 0.25), (0.8, 0.35, 0.06), (0.75, 1.1, 0.1), (0.5, 1.2)], rub, n=56)
        plate(fillet([(-1.3, -1.2, 0.6), (1.0, -1.2, 0.5), (1.0, 3.6, 0.9), (-1.3, 3.6, 0.9)], 0, True), [circle(0.64, n=40), circle(0.45, -0.15, 2.6, n=32)], 0.25, gz, 0.06, z=-0.12)
    return {"elevation": 33, "fill": 0.80}



# ================================================== variants of pads, rotors
def clip(width=2.4):
    """Stainless abutment clip, standing on its lower lip."""
    prof = fillet([(0, 0), (1.5, 0), (1.5, 0.1), (0.1, 0.1), (0.1, 1.5), (1.0, 1.5), (1.0, 0.9), (1.1, 0.9), (1.1, 1.6), (0, 1.6)], 0.05, True, 3)
    plate(prof, [], width, M.steel(), 0.02, rot=(90, 0, 0), loc=(0, width / 2, 0))
    plate(fillet([(1.4, -0.4, 0.2), (2.3, -0.3, 0.2), (2.3, 0.3, 0.2), (1.4, 0.4, 0.2)], 0, True), [], 0.1, M.steel(), 0.03)


def pad_bolt():
    """Lies along +x, head at the origin."""
    with group(rot=(0, 90, 0)):
        hexnut(1.3, -0.8, 0, M.gold_zinc())
        cyl(0.85, -0.02, 0.14, M.gold_zinc(), 0.04, n=40)
        thread(0.42, 0.14, 0.1, 3.2, M.gold_zinc(), 0.07, n=32)


def standing_pad(x, y, yaw, lean=-14, rear=False, **args):
    """Friction side to the camera, or the back of the plate."""
    with group(loc=(x, y, 0), rot=(0, 0, yaw + (180 if rear else 0))):
        with group(rot=(-lean if rear else lean, 0, 0)):
            pad(**args)


def lying_pad(x, y, yaw, z=0.0, **args):
    """Friction side up, on its back plate."""
    under = 0.26 if args.get("rivets") else 0.0
    with group(loc=(x, y, z + args["t_back"] + under), rot=(0, 0, yaw)):
        with group(rot=(-90, 0, 0)):
            with group(loc=(0, 0, -args["h"] / 2)):
                pad(**args)


BLACK = (0.016, 0.016, 0.018)


def brake_pads_shim():
    args = dict(w=13.4, h=5.7, arch=0.9, t_back=0.6, t_lining=1.15, back=M.powder(*BLACK), ear=(0.9, 1.6, 1.9), blocks=(0,),
                lining=M.friction_ceramic())
    standing_pad(-2.6, 3.4, -24, rear=True, shim=M.powder(0.42, 0.02, 0.012), **args)
    lying_pad(3.2, -3.6, 12, **args)
    return {"elevation": 26, "fill": 0.80}


def brake_pads_row():
    args = dict(w=15.4, h=6.6, arch=1.6, t_back=0.65, t_lining=1.25, back=M.powder(*BLACK), ear=(0.9, 1.9, 2.0), blocks=(),
                lining=M.friction_ceramic())
    for k in range(4):
        standing_pad(-3.0 + 2.2 * k, 7.5 - 4.2 * k, -24, -6, **args)
    for k in range(4):
        with group(loc=(-12.0 + 1.0 * k, 0.6 - 1.9 * k, 0.66), rot=(0, 0, -38)):
            pad_bolt()
    return {"elevation": 24, "fill": 0.80}


def brake_pads_severe():
    args = dict(w=16.4, h=7.2, arch=1.2, t_back=0.75, t_lining=1.7, back=M.gold_zinc(), ear=(1.2, 2.2, 2.3), blocks=(0,), slot=0.4,
                lining=M.friction_metallic())
    standing_pad(-3.6, 5.2, -22, **args)
    standing_pad(4.2, -0.4, -22, **args)
    for x, y, yaw in ((-11.5, -3.2, 30), (-7.6, -5.4, -15), (-3.4, -7.4, 40), (1.2, -9.2, 5)):
        with group(loc=(x, y, 0), rot=(0, 0, yaw)):
            clip()
    return {"elevation": 27, "fill": 0.80}


RIVETS = ((-6.6, 2.4), (-6.4, 5.2), (-2.3, 2.7), (-2.3, 6.1), (2.3, 2.7), (2.3, 6.1), (6.6, 2.4), (6.4, 5.2))


def brake_pads_riveted():
    args = dict(w=17.4, h=7.8, arch=1.1, t_back=0.8, t_lining=1.8, back=M.powder(*BLACK), ear=(1.1, 2.3, 2.5), blocks=(), rivets=RIVETS,
                lining=M.friction_brown())
    standing_pad(-4.4, 6.0, 22, rear=True, **args)
    lying_pad(2.6, -4.4, 18, **args)
    lying_pad(3.4, -4.9, 26, 2.62, **args)
    return {"elevation": 27, "fill": 0.80}


def brake_pads_offroad():
    args = dict(w=17.4, h=7.8, arch=1.1, t_back=0.8, t_lining=1.8, back=M.powder(0.30, 0.32, 0.33), ear=(1.1, 2.3, 2.5), blocks=(), rivets=RIVETS,
                lining=M.friction_metallic())
    standing_pad(-6.2, 7.4, -26, **args)
    standing_pad(3.2, 2.8, -26, rear=True, **args)
    lying_pad(-11.4, -3.4, -30, **args)
    for x, y, yaw in ((0.2, -6.4, 20), (4.0, -8.4, -25), (8.2, -9.6, 35)):
        with group(loc=(x, y, 0), rot=(0, 0, yaw)):
            clip()
    return {"elevation": 27, "fill": 0.80}


def brake_pads_semi_metallic():
    args = dict(w=11.6, h=5.2, arch=0.5, t_back=0.6, t_lining=1.05, back=M.powder(0.07, 0.10, 0.17), ear=(1.0, 1.4, 1.7), blocks=(),
                lining=M.friction_metallic())
    lying_pad(-6.9, 2.6, 32, **args)
    lying_pad(6.7, 3.2, -28, **args)
    with group(loc=(-3.6, -4.2, 0), rot=(0, 0, 4)):
        wear_sensor()
    return {"elevation": 36, "fill": 0.80}


def brake_pads_rear_shims():
    args = dict(w=11.0, h=5.0, arch=0.9, t_back=0.55, t_lining=1.1, back=M.powder(*BLACK), ear=(0.85, 1.5, 1.6), blocks=(0,),
                lining=M.friction_ceramic())
    standing_pad(-4.6, 3.6, 20, rear=True, shim=M.zinc(), **args)
    standing_pad(4.4, 0.8, 20, rear=True, shim=M.zinc(), **args)
    lying_pad(-5.4, -4.6, 14, **args)
    with group(loc=(4.2, -4.8, 0), rot=(0, 0, 8)):
        wear_sensor()
    return {"elevation": 28, "fill": 0.80}


def slots(n, r0, r1, sweep, half=0.18):
    """Outlines of n milled slots from radius r0 to r1; sweep in degrees, negative against the sun."""
    out = []
    for k in range(n):
        run = [polar(r0 + (r1 - r0) * i / 14, 360 / n * k + sweep * (i / 14) ** 0.9) for i in range(15)]
        left, right = [], []
        for i, (x, y) in enumerate(run):
            (x2, y2), (x1, y1) = run[min(i + 1, 14)], run[max(i - 1, 0)]
            d = math.hypot(x2 - x1, y2 - y1)
            nx, ny = -(y2 - y1) / d * half, (x2 - x1) / d * half
            left.append((x + nx, y + ny))
            right.append((x - nx, y - ny))
        out.append(left + right[::-1])
    return out


def brake_rotor_slotted_crossover():
    with group(rot=(90, 0, 38)):
        disc(15.2, 9.2, 1.1, 40, 8.3, 5.6, 5, 0.72, 6.0, 3.4, M.powder(*BLACK), slots(12, 9.8, 14.4, -22), twist=14)
    return {"elevation": 15}


def brake_rotor_coated():
    coat = M.powder(0.13, 0.135, 0.14)
    for loc, yaw in (((8.5, 9.0, 0), 42), ((-5.5, -4.0, 0), 20)):
        with group(loc=loc, rot=(90, 0, yaw)):
            disc(14.0, 8.0, 0.9, 36, 7.1, 5.0, 5, 0.64, 5.4, 2.9, coat)
    return {"elevation": 17, "fill": 0.80}


def brake_rotor_drilled_pair():
    for loc, yaw, mirror in (((9.5, 9.0, 0), 40, -1), ((-6.5, -4.0, 0), 22, 1)):
        with group(loc=loc, rot=(90, 0, yaw)):
            with group(scale=(mirror, 1, 1)):
                rotor_unit(M.zinc())
    return {"elevation": 16, "fill": 0.80}


def brake_rotor_drilled_gold():
    with group(loc=(-7, 11, 0)):
        with group(rot=(84, 0, -28)):
            rotor_unit(M.gold_zinc())
    with group(loc=(7, -9, -15), rot=(0, 0, 20)):
        rotor_unit(M.gold_zinc())
    return {"elevation": 27, "fill": 0.80}


def brake_rotor_drilled_stack():
    for k, (x, y) in enumerate(((0, 0), (0.8, -0.6))):
        with group(loc=(x, y, 6.5 * k), rot=(0, 0, 20 + 28 * k)):
            rotor_unit(M.satin())
    return {"elevation": 38, "fill": 0.80}


def brake_caliper_floating():
    with group(rot=(4, 0, 30)):
        floating_caliper(M.red(), True)
    return {"elevation": 24}


PARTS = {
    "brake-pads-rear": brake_pads_rear,
    "brake-pads-truck": brake_pads_truck,
    "brake-rotor-plain": brake_rotor_plain,
    "brake-rotor-slotted": brake_rotor_slotted,
    "brake-drum": brake_drum,
    "brake-caliper-silver": brake_caliper_silver,
    "brake-hose": brake_hose,
    "brake-pads-shim": brake_pads_shim,
    "brake-pads-row": brake_pads_row,
    "brake-pads-severe": brake_pads_severe,
    "brake-pads-riveted": brake_pads_riveted,
    "brake-pads-offroad": brake_pads_offroad,
    "brake-pads-semi-metallic": brake_pads_semi_metallic,
    "brake-pads-rear-shims": brake_pads_rear_shims,
    "brake-rotor-slotted-crossover": brake_rotor_slotted_crossover,
    "brake-rotor-coated": brake_rotor_coated,
    "brake-rotor-drilled-pair": brake_rotor_drilled_pair,
    "brake-rotor-drilled-gold": brake_rotor_drilled_gold,
    "brake-rotor-drilled-stack": brake_rotor_drilled_stack,
    "brake-caliper-floating": brake_caliper_floating,
}
