"""The car parts.  Each function builds one picture's worth of objects in centimetres
and may return camera options for studio.frame (fill=..., elevation=...).

Convention: a part is modelled around its own Z axis; `rot=(90, 0, yaw)` in the outer
group turns that axis towards the camera (negative yaw: facing left, to the key light).
"""
import importlib
import math

import materials as M
from tools import (arc, bolt, box, capscrew, circle, copies, cut, cyl, fillet, finish, gear, group,
                   helix, hexnut, lathe, loft, mesh, ngon_clip, plate, polar, radial, ring, rrect,
                   sector, slot, spline, thread, tube, turn)


# ============================================================ brake-rotor
def rotor_unit(hat=None):
    R, ri, n = 15.0, 8.7, 8
    holes, slots = [], []
    for k in range(n):
        a0 = 360 / n * k
        for j in range(4):
            holes.append(circle(0.34, *polar(9.75 + 1.35 * j, a0 + 9 + 4.2 * j), n=20))
        for j in range(3):
            holes.append(circle(0.34, *polar(10.4 + 1.35 * j, a0 + 22 + 4.2 * j), n=20))
        run = [polar(9.3 + 5.2 * i / 12, a0 - 4 + 15 * (i / 12) ** 1.1) for i in range(13)]
        left, right = [], []
        for i, (x, y) in enumerate(run):
            x2, y2 = run[min(i + 1, 12)]
            x1, y1 = run[max(i - 1, 0)]
            d = math.hypot(x2 - x1, y2 - y1)
            nx, ny = -(y2 - y1) / d * 0.17, (x2 - x1) / d * 0.17
            left.append((x + nx, y + ny))
            right.append((x - nx, y - ny))
        slots.append(left + right[::-1])
    face, iron = M.iron_face(), M.cast_iron()
    rim = [circle(R - 0.02, n=192)], [circle(ri, n=128)]
    plate(rim[0][0], rim[1] + holes, 0.8, face, 0.06, z=0)
    plate(rim[0][0], rim[1] + holes, 0.62, face, 0.01, z=1.7)
    plate(circle(R, n=192), [circle(ri, n=128)] + holes + slots, 0.22, face, 0.07, z=2.28)
    vane = box(5.3, 0.42, 1.0, iron, 0.05, loc=(11.9, 0, 0.75))
    radial(vane, 40)
    ring(8.9, 9.4, 0.75, 1.75, iron)
    # hat
    gm = hat or M.gunmetal()
    lathe([(8.75, 1.75), (8.15, 1.75, 0.2), (7.85, 2.1, 0.2), (7.75, 6.2, 0.7), (6.6, 6.2),
           (6.6, 5.4), (7.1, 5.2), (7.2, 0.2), (8.75, 0.2)], gm, n=128, closed=True)
    bolts = [circle(0.78, *polar(5.6, 90 + 72 * k), n=32) for k in range(5)]
    small = [circle(0.42, *polar(5.6, 90 + 36), n=24), circle(0.42, *polar(5.6, 90 + 36 + 144), n=24)]
    plate(circle(6.75, n=128), [circle(3.35, n=96)] + bolts + small, 0.85, M.steel_turned(), 0.07, z=5.4)


def brake_rotor():
    with group(rot=(90, 0, -34)):
        rotor_unit()


# =============================================================== oil-filter
def oil_filter_unit(mat=None, band=None, grip=None):
    """Thread down at z=0, dome at z=9; `band` is a printed ring, `grip` a coat on the dome."""
    body = mat or M.orange()
    fl = ngon_clip(3.52, 14, 6.95, 9.2)
    lathe([(3.2, 0.15), (3.95, 0.0, 0.15), (4.0, 0.35, 0.2), (3.82, 0.62, 0.1), (3.8, 6.7, 0.25),
           (3.72, 6.95), (3.72, 7.4), (3.72, 8.0), (3.72, 8.5), (3.6, 8.75), (3.3, 8.98, 0.2), (2.6, 9.05), (2.2, 8.8, 0.3),
           (0, 8.8)], body, n=168, fn=fl)
    if band:
        ring(3.7, 3.825, 2.0, 5.4, band, 0.01, n=168)
    if grip:
        lathe([(3.84, 6.2), (3.88, 6.3, 0.03), (3.88, 6.7, 0.2), (3.80, 6.95), (3.80, 7.4), (3.80, 8.0), (3.80, 8.5), (3.68, 8.8),
               (3.36, 9.06, 0.2), (2.6, 9.13), (2.2, 8.88, 0.3), (0, 8.88)], grip, n=168, fn=ngon_clip(3.6, 14, 6.95, 9.2))
    holes = [circle(0.32, *polar(2.0, 45 * k), n=24) for k in range(8)]
    plate(circle(3.3, n=96), [circle(0.95, n=48)] + holes, 0.25, M.zinc(), 0.05, z=0.02)
    cyl(3.2, 0.5, 0.55, M.black_oxide())
    with group("threaded bore"):
        lathe([(0.95, 0.02), (1.12, 0.02), (1.12, 1.2), (0.95, 1.2)], M.steel(), closed=True, n=48)
        for k in range(5):
            ring(0.86, 0.97, 0.12 + 0.16 * k, 0.2 + 0.16 * k, M.steel(), 0.03, n=48)
    ring(2.72, 3.28, -0.28, 0.2, M.rubber(), 0.14)


def oil_filter():
    with group(loc=(-3.2, 3.8, 0.3), rot=(0, 0, 20)):
        oil_filter_unit()
    with group(loc=(4.6, -3.2, 4.0), rot=(90, 0, 22)):
        with group(loc=(0, 0, 4.5), rot=(180, 0, 0)):
            oil_filter_unit()


# ============================================================ brake-caliper
def caliper_unit(paint=None):
    red, steel = paint or M.red(), M.steel()
    pts = [(*polar(17.2, 42), 1.6)] + [(*polar(17.6 + 0.5 * math.sin(math.pi * k / 32), 42 + 96 * k / 32), 0)
                                       for k in range(2, 31)] + [(*polar(17.2, 138), 1.6)]
    pts += [(*polar(11.6, 142), 1.5), (-7.0, 10.4, 1.2), (-5.6, 10.0, 0.8), (-0.9, 10.8, 0.8),
            (0.9, 10.8, 0.8), (5.6, 10.0, 0.8), (7.0, 10.4, 1.2), (*polar(11.6, 38), 1.5)]
    body = fillet(pts, 0, True, 5)
    # two halves: x to the right, outline upright, thickness along -y (towards camera)
    for y0 in (-4.9, 1.9):
        plate(body, [], 3.0, red, 0.55, rot=(90, 0, 0), loc=(0, y0 + 3.0, 0))
    # bridges over the disc
    for a0, a1 in ((43, 63), (117, 137), (83.5, 96.5)):
        plate(sector(15.6, 17.9, a0, a1, 0.5, n=16), [], 7.0, red, 0.35, rot=(90, 0, 0), loc=(0, 3.5, 0))
    # piston bosses, front and rear
    for a in (73, 107):
        x, z = polar(13.5, a)
        for side in (1, -1):
            with group(loc=(x, side * -4.75, z), rot=(90 * side, 0, 0)):
                lathe([(0, -0.6), (3.05, -0.6), (3.0, 0.5, 0.45), (2.35, 0.62, 0.1), (2.25, 0.3, 0.1),
                       (0, 0.3)], red, n=96)
                # machined bore plug with spanner holes
                plate(circle(2.12, n=96), [circle(0.26, 1.25, 0, n=24), circle(0.26, -1.25, 0, n=24)], 0.5,
                      M.alu_turned(), 0.1, z=0.1)
                lathe([(0.75, 0.55), (0.6, 0.68, 0.06), (0, 0.68)], M.alu_turned(), n=48)
        # chrome pistons seen in the disc gap
        with group(loc=(x, 0, z), rot=(90, 0, 0)):
            ring(1.6, 2.3, -2.6, -1.35, M.chrome(), 0.1)
            ring(2.3, 2.65, -2.2, -1.75, M.rubber(), 0.12)
    # cast ribs and a raised edge on the front
    edge = [polar(16.75, 48 + 84 * k / 30) for k in range(31)] + [polar(16.25, 132 - 84 * k / 30) for k in range(31)]
    plate(edge, [], 0.3, red, 0.12, rot=(90, 0, 0), loc=(0, -4.78, 0))
    for a in (58, 122):
        x, z = polar(13.6, a)
        box(0.7, 0.45, 3.4, red, 0.2, loc=(x, -4.9, z - 1.4), rot=(0, 90 - a, 0))
    box(0.8, 0.5, 4.2, red, 0.22, loc=(0, -4.95, 11.9))
    # pads in the gap
    padout = sector(11.0, 16.4, 64, 116, 0.5, n=14)
    for sgn in (-1, 1):
        plate(padout, [], 0.5, M.black_oxide(), 0.08, rot=(90, 0, 0), loc=(0, sgn * 1.15 + 0.25, 0))
        plate(sector(11.2, 15.9, 66, 114, 0.4, n=14), [], 0.7, M.friction(), 0.1, rot=(90, 0, 0),
              loc=(0, sgn * 0.6 + 0.35, 0))
    # retaining pins and spring plate
    for a in (72, 108):
        x, z = polar(16.7, a)
        tube([(x, -5.2, z), (x, 3.6, z)], 0.26, steel)
        with group(loc=(x, -4.95, z), rot=(90, 0, 0)):
            cyl(0.5, 0, 0.35, steel, n=32)
    plate(rrect(9.6, 0.9, 0.3), [], 0.12, M.steel(), 0.04, loc=(0, 0, 17.15))
    # body bolts, bleeders, crossover pipe, mounting ears
    for a, r in ((49, 15.6), (131, 15.6), (45, 12.6), (135, 12.6)):
        x, z = polar(r, a)
        capscrew(x, -4.86, z, M.black_oxide(), M.black(), 0.62, 0.55, rot=(90, 0, 0))
    for a in (55, 125):
        x, z = polar(18.0, a)
        with group(loc=(x, -3.4, z - 0.3), rot=(0, 90 - a, 0)):
            hexnut(1.0, 0, 0.5, M.gold_zinc())
            lathe([(0, 0.5), (0.32, 0.5), (0.32, 0.9), (0.44, 1.0), (0.44, 1.3), (0.3, 1.8), (0, 1.8)],
                  M.rubber(), n=32, f=0.06)
    for a in (41, 139):
        x, z = polar(10.6, a)
        plate(rrect(4.2, 3.2, 1.2), [circle(0.62)], 1.6, red, 0.3, rot=(90, 0, 0), loc=(x, 4.9, z))
        with group(loc=(x, 3.35, z), rot=(90, 0, 0)):
            ring(0.55, 0.95, 0, 0.15, steel, 0.03, n=40)
    tube(spline([(-8.6, -3.2, 9.7), (-8.2, -2.4, 8.7), (-7.4, 0, 8.2), (-8.2, 2.4, 8.7), (-8.6, 3.2, 9.7)],
                10, False), 0.24, M.zinc())


def brake_caliper():
    with group(rot=(6, 0, -30)):
        caliper_unit()
    return {"elevation": 22}


# =============================================================== brake-pads
def pad_unit(wear=True):
    """Stands upright on its lower edge: width x, height z, friction towards -y."""
    o = [(*polar(16, 59), 0.5)] + [(*polar(16.1, 62 + 56 * k / 8), 0) for k in range(9)] + [(*polar(16, 121), 0.5)]
    o += [(-8.0, 12.6, 0.25), (-9.4, 12.4, 0.35), (-9.4, 10.7, 0.35), (-7.7, 10.6, 0.3), (-7.2, 9.9, 0.4)]
    o += [(-3.0, 9.75, 0.3), (3.0, 9.75, 0.3), (7.2, 9.9, 0.4), (7.7, 10.6, 0.3), (9.4, 10.7, 0.35),
          (9.4, 12.4, 0.35), (8.0, 12.6, 0.25)]
    plate(fillet(o, 0, True, 4), [circle(0.35, -5.4, 15.3 - 1.3, n=20), circle(0.35, 5.4, 15.3 - 1.3, n=20)],
          0.6, M.powder(0.016, 0.016, 0.018), 0.07, rot=(90, 0, 0), loc=(0, 0.6, 0))
    for a0, a1 in ((62.5, 89.2), (90.8, 117.5)):
        s0 = sector(10.25, 15.6, a0, a1, 0.45, n=14)
        plate(s0, [], 1.15, M.friction(), 0.14, rot=(90, 0, 0), loc=(0, 0.05, 0))
    # slot floor and chamfered ends come from a thinner under-layer
    plate(sector(10.3, 15.5, 62, 118, 0.4, n=20), [], 0.35, M.friction(), 0.06, rot=(90, 0, 0), loc=(0, 0.05, 0))
    # shim on the back
    plate(sector(10.6, 15.3, 63, 117, 0.8, n=20), [circle(1.0, -3.2, 12.9), circle(1.0, 3.2, 12.9)], 0.1,
          M.rubber(), 0.03, rot=(90, 0, 0), loc=(0, 0.72, 0))
    if wear:
        tube([(8.6, 0.35, 12.2), (8.6, 0.1, 13.0), (8.6, -0.7, 13.2), (8.3, -1.0, 12.9)], 0.12, M.zinc())
    for x in (-9.1, 9.1):
        plate(rrect(0.75, 2.1, 0.15), [], 0.9, M.zinc(), 0.08, rot=(90, 0, 0), loc=(x, 0.75, 11.55))


def brake_pads():
    with group(loc=(-1.2, 0.4, 0), rot=(0, 0, -18)):
        with group(rot=(-14, 0, 0)):
            with group(loc=(0, 0, -9.72)):
                pad_unit()
    with group(loc=(2.0, -5.6, 0.95), rot=(0, 0, 13)):
        with group(rot=(-88, 0, 0)):
            with group(loc=(0, 0, -12.5)):
                pad_unit(False)
    return {"elevation": 24, "fill": 0.78}


# =============================================================== spark-plug
def spark_plug_unit(reach=2.03, hex_af=1.62, shell=None, seat="gasket", fine=False):
    """Axis Z, electrode down, terminal up; 8.2 cm with the standard reach (length of the thread)."""
    nickel, shell, cer = M.zinc(), shell or M.steel(), M.ceramic()
    lathe([(0.42, 0.05), (0.62, 0.0), (0.64, 0.18), (0.42, 0.18)], shell, closed=True, n=64, f=0.03)
    thread(0.70, 0.15, 0.12, reach + 0.12, shell, 0.09, n=64)
    with group(loc=(0, 0, reach - 2.03)):
        if seat == "gasket":
            lathe([(0.60, 2.05), (0.60, 2.3), (0.97, 2.42, 0.04), (0.97, 2.5, 0.04), (0.92, 2.62), (0.92, 2.98, 0.08),
                   (0.80, 3.08), (0.80, 3.12)], shell, n=96)
            lathe([(0.72, 2.2), (0.98, 2.2), (0.98, 2.42), (0.72, 2.42)], M.copper(), closed=True, f=0.1, n=72)
        else:
            lathe([(0.60, 2.05), (0.68, 2.15), (0.95, 2.62, 0.05), (0.95, 2.98, 0.08), (0.80, 3.08), (0.80, 3.12)], shell, n=96)
        hexnut(hex_af, 3.08, 4.1, shell)
        lathe([(0.76, 4.05), (0.76, 4.4, 0.1), (0.6, 4.52, 0.06), (0.55, 4.52)], shell, n=72)
        prof = [(0.5, 4.35), (0.56, 4.5), (0.56, 4.75, 0.05)]
        for k in range(5):
            z = 4.78 + 0.3 * k
            prof += [(0.46, z + 0.03, 0.06), (0.46, z + 0.1, 0.06), (0.56, z + 0.15, 0.06), (0.56, z + 0.28, 0.06)]
        prof += [(0.46, 6.36, 0.1), (0.37, 7.2, 0.06), (0.30, 7.26), (0, 7.26)]
        lathe(prof, cer, n=72)
        lathe([(0.0, 7.2), (0.26, 7.2), (0.32, 7.3, 0.03), (0.32, 7.44, 0.05), (0.22, 7.52, 0.05), (0.22, 7.66, 0.05),
               (0.33, 7.74, 0.06), (0.33, 8.02, 0.1), (0.2, 8.18, 0.05), (0, 8.18)], nickel, n=56)
    firing_end(nickel, cer, fine)


def firing_end(nickel, cer, fine=False):
    """Insulator nose, centre electrode (a pin of 0.6 mm when `fine`) and the bent ground strap, below z=0.3."""
    lathe([(0, 0.3), (0.42, 0.3), (0.28, -0.02, 0.08), (0.16, -0.04), (0, -0.04)], cer, n=48)
    if fine:
        lathe([(0, -0.05), (0.12, -0.05), (0.035, -0.14, 0.02), (0.03, -0.30), (0, -0.30)], nickel, n=24)
    else:
        lathe([(0, -0.05), (0.13, -0.05), (0.13, -0.14, 0.02), (0.05, -0.16), (0.05, -0.26, 0.01), (0, -0.26)], nickel, n=32)
    path = spline([(0.53, 0.1), (0.53, -0.1), (0.52, -0.22), (0.44, -0.36), (0.3, -0.40), (0.1, -0.40), (-0.08, -0.40)], 6, False)
    rings = []
    for i, (x, z) in enumerate(path):
        a, b = path[max(0, i - 1)], path[min(len(path) - 1, i + 1)]
        tx, tz = b[0] - a[0], b[1] - a[1]
        d = math.hypot(tx, tz)
        nx, nz = -tz / d * 0.065, tx / d * 0.065
        rings.append([(x + nx, -0.13, z + nz), (x + nx, 0.13, z + nz), (x - nx, 0.13, z - nz), (x - nx, -0.13, z - nz)])
    loft(rings, nickel, smooth=35, bevel=0.02)


def spark_plug():
    with group(loc=(-3.0, 0.0, 0.95), rot=(0, 86.5, 0)):
        with group(rot=(0, 0, 205)):
            spark_plug_unit()
    with group(loc=(4.2, 3.0, 0.95), rot=(0, 0, 158)):
        with group(rot=(0, 86.5, 0)):
            with group(rot=(0, 0, 170)):
                spark_plug_unit()
    return {"elevation": 30, "fill": 0.78}


# =============================================================== air-filter
def pleats(w, depth, h, pitch, mat, tip=0.16):
    """Zigzag panel in x, peaks towards -y, extruded along z."""
    prof, n = [], int(w / pitch)
    pitch = w / n
    for k in range(n):
        x = -w / 2 + pitch * k
        prof += [(x + pitch * (0.25 - tip / 2), -depth / 2), (x + pitch * 0.25, -depth / 2 - 0.05),
                 (x + pitch * (0.25 + tip / 2), -depth / 2),
                 (x + pitch * (0.75 - tip / 2), depth / 2), (x + pitch * 0.75, depth / 2 + 0.05),
                 (x + pitch * (0.75 + tip / 2), depth / 2)]
    v = [(x, y, z) for x, y in prof for z in (0, h)]
    f = [(2 * i, 2 * i + 1, 2 * i + 3, 2 * i + 2) for i in range(len(prof) - 1)]
    return mesh(v, f, mat, "pleats", smooth=25)


def air_filter_unit(frame=None, media=None, W=32.0, H=21.0, T=3.4, pitch=0.62, threads=(-4.2, 0, 4.2)):
    """Upright panel about its middle, pleats open towards -y."""
    frame = frame or M.foam(0.03, 0.03, 0.033)
    with group(rot=(90, 0, 0)):
        plate(rrect(W, H, 2.2), [rrect(W - 3.0, H - 3.0, 1.2)], T, frame, 0.45, z=-T / 2)
        plate(rrect(W + 1.6, H + 1.6, 2.8), [rrect(W - 2.0, H - 2.0, 1.4)], 0.9, frame, 0.35, z=-0.3)
        plate(rrect(W - 1.1, H - 1.1, 1.7), [rrect(W - 1.8, H - 1.8, 1.5)], 0.4, frame, 0.18, z=T / 2 - 0.2)
    with group(loc=(0, 0, -(H - 3) / 2)):
        pleats(W - 3.0, T - 0.7, H - 3.0, pitch, media or M.paper(0.72, 0.58, 0.30))
    for z in threads:
        tube([(-W / 2 + 1.5, 0.22 - T / 2, z), (W / 2 - 1.5, 0.22 - T / 2, z)], 0.13, M.paper(0.85, 0.83, 0.78))


def air_filter():
    with group(loc=(0, 0, 0), rot=(-20, 0, -27)):
        air_filter_unit()
    return {"elevation": 18}


# ============================================================== fuel-filter
def fuel_filter_unit(band=None):
    alu, z = M.alu(), M.zinc()
    lathe([(0, -5.4), (0.9, -5.4), (2.2, -5.2, 0.5), (2.72, -4.6, 0.3), (2.85, -4.35, 0.1), (2.85, -4.0, 0.1),
           (2.72, -3.85, 0.06), (2.72, 3.85, 0.06), (2.85, 4.0, 0.1), (2.85, 4.35, 0.1), (2.72, 4.6, 0.3),
           (2.2, 5.2, 0.5), (0.9, 5.4), (0, 5.4)], alu, n=128)
    ring(2.70, 2.735, -2.2, 2.2, band or M.blue(), 0.015, n=128)
    ring(2.70, 2.737, -2.75, -2.4, M.white(), 0.015, n=128)
    for s in (1, -1):
        with group(rot=(0, 0 if s > 0 else 180, 0)):
            lathe([(0.9, 5.3), (0.9, 5.7, 0.1), (0.52, 5.8, 0.05), (0.45, 6.3), (0.58, 6.45, 0.05), (0.46, 6.95),
                   (0.46, 7.3), (0.58, 7.45, 0.05), (0.46, 8.0), (0.40, 8.15, 0.05), (0.30, 8.15), (0.30, 5.4), (0, 5.4)],
                  z, n=56)
    hexnut(1.9, 5.32, 5.85, M.brass(), bore=0.5)
    # clamp
    rub = M.rubber()
    ring(2.70, 2.92, 0.9, 2.7, rub, 0.06, n=128)
    ring(2.90, 3.02, 1.15, 2.45, z, 0.04, n=128)
    box(0.9, 0.16, 1.3, z, 0.05, loc=(3.35, -0.45, 1.15))
    box(0.9, 0.16, 1.3, z, 0.05, loc=(3.35, 0.3, 1.15))
    with group(loc=(3.4, -0.55, 1.8), rot=(90, 0, 0)):
        hexnut(0.85, 0, 0.45, M.gold_zinc())
        cyl(0.24, -1.6, 0, M.gold_zinc(), n=24)


def fuel_filter():
    with group(loc=(-1.2, 3.4, 2.9), rot=(0, 0, 24)):
        with group(rot=(0, 90, 0)):
            with group(rot=(0, 0, 200)):
                fuel_filter_unit()
    with group(loc=(2.6, -3.6, 2.9), rot=(0, 0, -38)):
        with group(rot=(0, 90, 0)):
            with group(rot=(0, 0, 160)):
                fuel_filter_unit(M.paint(0.35, 0.36, 0.37))
    return {"elevation": 24}


# ==================================================================== strut
def strut_unit(spring=None, body=None, wire=0.72, coil=6.3, turns=6.6):
    """Axis Z, clevis down at z=-1, studs up at z=56."""
    blk = body or M.powder(0.014, 0.014, 0.016)
    red = spring or M.powder(0.50, 0.012, 0.012)
    # damper body
    lathe([(0, 3.0), (2.3, 3.0, 0.3), (2.6, 3.6, 0.2), (2.6, 29.2, 0.1), (2.75, 29.3), (2.75, 30.6, 0.15), (2.2, 30.8, 0.1),
           (1.2, 30.8), (1.2, 30.2), (0, 30.2)], blk, n=96)
    # clevis: two ears with two bolt holes each
    ear = fillet([(-2.4, 0, 0.8), (2.6, 0, 0.8), (3.0, 4.0, 0.6), (2.6, 10.2, 0.9), (-2.5, 10.6, 0.9), (-2.5, 5, 0.4)], 0, True)
    for y in (-2.9, 2.3):
        plate(ear, [circle(0.72, 1.2, 2.0), slot(0.9, 7.4, 1.4, 7.4, 0.66)], 0.6, blk, 0.12, rot=(90, 0, 0), loc=(2.4, y + 0.6, -1.0))
    box(0.6, 5.4, 10.2, blk, 0.2, loc=(0.3, 0, -0.8))
    for z in (3.4, 8.6):
        ring(2.5, 3.0, z, z + 0.5, blk, 0.2)
    # drop-link bracket
    plate(fillet([(0, 0), (3.4, 0.3, 0.7), (3.4, 2.2, 0.7), (0, 3.4)], 0.3, True), [circle(0.5, 2.5, 1.2)], 0.45, blk, 0.08,
          rot=(90, 0, 0), loc=(-5.6, 0.2, 15.5))
    # lower spring perch
    lathe([(2.6, 21.3), (3.1, 21.3, 0.2), (4.6, 22.8, 0.5), (7.3, 23.0, 0.4), (7.9, 24.3, 0.2), (7.6, 24.4), (7.1, 23.5, 0.4),
           (4.4, 23.35, 0.5), (2.6, 22.2)], blk, n=128, closed=True)
    # spring
    tube(helix(coil, 24.3, 49.2, turns, n=56, dead=0.65), wire, red, sides=6)
    # rod, bump stop, bellows
    cyl(1.1, 30, 55.0, M.chrome(), n=64)
    prof = [(1.2, 33.6), (2.4, 33.6, 0.2)]
    for k in range(8):
        z = 34.3 + 1.5 * k
        prof += [(3.2, z + 0.45, 0.3), (2.4, z + 1.15, 0.3)]
    prof += [(2.6, 47.6, 0.2), (3.4, 48.6, 0.2), (1.2, 48.9)]
    lathe(prof, M.rubber(), n=72)
    # upper perch, mount, studs
    lathe([(1.2, 49.9), (4.6, 49.9), (5.2, 49.2, 0.3), (7.4, 49.5, 0.3), (7.7, 50.4, 0.2), (7.0, 51.0, 0.3), (1.2, 51.2)], M.rubber(), n=128)
    lathe([(1.2, 51.0), (7.2, 51.0, 0.2), (7.4, 51.5, 0.15), (5.2, 52.0, 0.5), (4.4, 53.4, 0.4), (2.6, 53.8, 0.2), (2.4, 53.0, 0.2), (1.2, 53.0)],
          M.zinc(), n=128)
    plate(fillet([(*polar(8.6, 90 + 120 * k + d), 1.6) for k in range(3) for d in (-20, 20)], 0, True, 6),
          [circle(4.9, n=64)], 0.45, M.zinc(), 0.1, z=51.15)
    for k in range(3):
        x, y = polar(7.3, 90 + 120 * k)
        with group(loc=(x, y, 51.5)):
            hexnut(1.3, 0.05, 0.7, M.gold_zinc())
            thread(0.42, 0.22, 0.4, 2.6, M.gold_zinc(), n=24)
    hexnut(2.1, 53.0, 54.3, M.gold_zinc())
    thread(0.75, 0.3, 54.0, 56.2, M.steel(), n=32)


def strut():
    # both lie on spring perch and clevis, mounts towards the camera's right
    for x, y, yaw, spin in ((-26, 12, -30, 130), (-24, -9, -34, 40)):
        with group(loc=(x, y, 4.6), rot=(0, 0, yaw)):
            with group(rot=(0, 91.5, 0)):
                with group(rot=(0, 0, spin)):
                    strut_unit()
    return {"elevation": 33, "fill": 0.80}


# =============================================================== alternator
def alternator_unit(cast=None, pulley=None):
    """Axis Z: z=0 rear, pulley at the front (+z)."""
    al, dark, cu = cast or M.alu_cast(), M.black_oxide(), M.copper()
    # interior: windings and core so that the windows show something
    cyl(4.6, 0.8, 10.0, dark, n=96)
    for z in (2.2, 8.6):
        lathe([(4.6, z - 0.9), (6.0, z - 0.9), (6.0, z + 0.9), (4.6, z + 0.9)], cu, closed=True, f=0.5, n=96,
              fn=lambda r, zz, a: (r + 0.10 * math.sin(36 * a), zz))
    # laminated stator ring
    prof = [(5.8, 4.0)]
    for k in range(14):
        z = 4.0 + 0.17 * k
        prof += [(6.95, z + 0.02), (6.95, z + 0.13), (6.88, z + 0.15)]
    prof += [(5.8, 6.4)]
    lathe(prof, M.steel_dark(), n=128)

    def bracket(z0, z1, zface):
        """End bracket: rim at z0.., windows on the shoulder, face plate at zface."""
        s = 1 if zface > z0 else -1
        ring(6.3, 7.15, min(z0, z0 + s * 1.0), max(z0, z0 + s * 1.0), al, 0.12, n=128)
        rib = [(6.1, 0), (7.05, 0), (7.05, abs(z1 - z0) - 0.9), (6.4, abs(zface - z0) - 0.1), (4.6, abs(zface - z0)),
               (4.6, abs(zface - z0) - 0.7), (5.9, abs(zface - z0) - 0.9)]
        for m in range(24):
            a = 360 / 24 * m
            with group(loc=(0, 0, z0), rot=(0, 0, a)):
                with group(rot=(90, 0, 0)):
                    plate(fillet([(x, y * s) for x, y in rib][::s], 0.12, True), [], 0.42, al, 0.1, z=-0.21)
        ring(6.55, 7.05, min(z1 - s * 1.1, z1 - s * .6), max(z1 - s * 1.1, z1 - s * .6), al, 0.1, n=128)

    bracket(6.3, 9.4, 10.0)
    bracket(4.1, 1.0, 0.4)
    # front face with bearing boss and windows
    wins = [sector(2.75, 4.45, 30 * k + 4, 30 * k + 26, 0.3, n=6) for k in range(12)]
    plate(circle(4.9, n=96), wins, 0.6, al, 0.12, z=9.5)
    lathe([(0, 9.6), (2.7, 9.6), (2.5, 10.6, 0.3), (1.5, 10.9, 0.15), (0, 10.9)], al, n=96)
    for k in range(3):
        x, y = polar(2.15, 30 + 120 * k)
        with group(loc=(x, y, 10.35)):
            cyl(0.32, 0, 0.35, M.zinc(), n=24)
    # fan inside, just visible
    lathe([(1.2, 9.2), (4.3, 9.2), (4.3, 9.3), (1.2, 9.3)], M.steel_dark(), closed=True)
    # mounting lugs
    lug = fillet([(-2.6, 5.6), (-1.5, 8.2, 1.0), (-1.35, 10.2, 1.35), (1.35, 10.2, 1.35), (1.5, 8.2, 1.0), (2.6, 5.6)], 0.3, True, 6)
    for deg, z, t in ((100, 7.0, 2.6), (-80, 7.0, 2.6), (-80, 1.4, 2.4), (15, 7.0, 1.7)):
        with group(rot=(0, 0, deg - 90)):
            plate(lug, [circle(0.62, 0, 8.85, n=32)], t, al, 0.2, z=z)
            with group(loc=(0, 8.85, z)):
                ring(0.5, 0.85, -0.12, t + 0.12, M.steel(), 0.05, n=40)
    # through bolts in their bosses
    for k in range(4):
        x, y = polar(7.2, 55 + 90 * k)
        with group(loc=(x, y, 0)):
            cyl(0.62, 1.4, 4.2, al, 0.15, n=32)
            cyl(0.62, 6.2, 9.2, al, 0.15, n=32)
            cyl(0.3, 3.9, 6.5, M.zinc(), n=20)
            hexnut(0.8, 9.2, 9.75, M.zinc())
    # pulley: six vee grooves
    p = [(0.9, 10.95), (2.0, 10.95, 0.1), (2.2, 11.3), (2.95, 11.3, 0.06), (2.95, 11.75, 0.05)]
    for k in range(6):
        z = 11.8 + 0.36 * k
        p += [(2.62, z + 0.16, 0.03), (2.9, z + 0.34, 0.03)]
    p += [(2.95, 14.0, 0.05), (2.95, 14.4, 0.06), (2.5, 14.4, 0.1), (2.2, 13.6, 0.2), (1.4, 13.5, 0.1), (0, 13.5)]
    lathe(p, pulley or M.steel_turned(), n=128)
    hexnut(2.2, 13.5, 14.6, M.zinc())
    thread(0.72, 0.2, 14.3, 15.3, M.steel(), n=32)
    # rear cover with connector and output post
    lathe([(0, -1.6), (4.6, -1.6, 0.5), (5.4, -0.9, 0.5), (5.6, 0.8), (0, 0.8)], M.plastic(), n=96)
    box(3.0, 2.2, 2.2, M.plastic(), 0.2, loc=(-3.6, 4.4, -1.4))


def alternator():
    with group(rot=(90, 0, -38)):
        alternator_unit()
    return {"elevation": 16}


# ============================================================== car-battery
def battery_unit(lid=None, label=None, handle=True):
    """25 x 18 x 19 cm over the lid; `label` is the paint of the big colour panel."""
    case, lid, label = M.plastic(), lid or M.plastic_grey(), label or M.red()
    box(25.2, 17.6, 15.6, case, 0.5, seg=4)
    box(26.2, 18.6, 2.0, case, 0.35, seg=3)
    # shallow ribs low on the front and sides
    for k in range(9):
        box(1.5, 0.5, 2.4, case, 0.2, loc=(-10.4 + 2.6 * k, -8.8, 1.6))
    for k in range(6):
        box(0.5, 1.5, 9.5, case, 0.2, loc=(12.6, -6.5 + 2.6 * k, 3.2))
        box(0.5, 1.5, 9.5, case, 0.2, loc=(-12.6, -6.5 + 2.6 * k, 3.2))
    box(25.7, 18.1, 1.9, lid, 0.3, seg=3, loc=(0, 0, 15.3))
    box(25.7, 11.6, 1.9, lid, 0.45, seg=4, loc=(0, 3.1, 16.9))
    box(14.6, 5.9, 1.6, lid, 0.4, seg=3, loc=(0, -5.25, 16.9))
    # vent strip and state eye
    box(20.5, 3.2, 0.5, M.plastic(), 0.18, loc=(0, 3.4, 18.7))
    for k in range(6):
        with group(loc=(-8.0 + 3.2 * k, 3.4, 19.1)):
            lathe([(0, 0), (1.15, 0), (1.15, 0.35, 0.08), (0.8, 0.4, 0.05), (0.75, 0.28), (0, 0.28)], M.plastic_grey(), n=48)
            box(1.3, 0.25, 0.18, M.plastic(), 0.05, loc=(0, 0, 0.24))
    with group(loc=(0, -5.4, 18.45)):
        ring(0.5, 0.85, 0, 0.18, M.plastic(), 0.05, n=48)
        lathe([(0.55, 0), (0.4, 0.15), (0, 0.2)], M.glow(0.02, 0.45, 0.05, 0.15), n=40)
    # posts
    for x, cap in ((-10.0, M.red()), (10.0, M.plastic())):
        with group(loc=(x, -5.4, 17.1)):
            lathe([(0, 0), (1.75, 0), (1.75, 0.35, 0.15), (1.3, 0.5, 0.1), (0, 0.5)], cap, n=64)
            lathe([(0, 0.4), (0.98, 0.4), (0.86, 2.2, 0.15), (0, 2.2)], M.lead(), n=64)
    # plus and minus mouldings
    for w, h in ((1.3, 0.4), (0.4, 1.3)):
        box(w, h, 0.16, M.red(), 0.06, loc=(-10.0, -7.9, 17.15))
    box(1.3, 0.4, 0.16, M.plastic(), 0.06, loc=(10.0, -7.9, 17.15))
    # carrying handle: a strap standing over the lid
    if handle:
        path = spline([(-11.4, 4.6, 17.6), (-11.2, 4.4, 19.2), (-8.6, 3.6, 21.6), (-4, 3.2, 22.7), (0, 3.1, 22.9), (4, 3.2, 22.7),
                       (8.6, 3.6, 21.6), (11.2, 4.4, 19.2), (11.4, 4.6, 17.6)], 6, False)
        rings = []
        for i, p in enumerate(path):
            a, b = path[max(0, i - 1)], path[min(len(path) - 1, i + 1)]
            tx, tz = b[0] - a[0], b[2] - a[2]
            d = math.hypot(tx, tz)
            nx, nz = -tz / d * 0.32, tx / d * 0.32
            w = 0.9 + 0.45 * math.sin(math.pi * i / (len(path) - 1))
            rings.append([(p[0] + nx, p[1] - w, p[2] + nz), (p[0] + nx, p[1] + w, p[2] + nz),
                          (p[0] - nx, p[1] + w, p[2] - nz), (p[0] - nx, p[1] - w, p[2] - nz)])
        loft(rings, M.plastic(), bevel=0.2, smooth=35)
    # plain label: colour panels only
    plate(rrect(21.5, 9.6, 0.6), [], 0.06, M.paint(0.05, 0.052, 0.056), 0.02, rot=(90, 0, 0), loc=(0, -8.79, 9.7))
    plate(rrect(20.9, 9.0, 0.45), [], 0.06, M.paint(0.62, 0.62, 0.61), 0.02, rot=(90, 0, 0), loc=(0, -8.82, 9.7))
    plate([(-10.4, -4.4), (1.0, -4.4), (4.4, 4.4), (-10.4, 4.4)], [], 0.06, label, 0.015, rot=(90, 0, 0), loc=(0, -8.86, 9.7))
    plate([(1.7, -4.4), (3.1, -4.4), (6.5, 4.4), (5.1, 4.4)], [], 0.06, M.paint(0.05, 0.052, 0.056), 0.015, rot=(90, 0, 0), loc=(0, -8.86, 9.7))
    bolt_sym = [(-5.0, 3.4), (-7.3, -0.4), (-5.3, -0.4), (-6.3, -3.5), (-2.8, 0.9), (-4.7, 0.9), (-3.2, 3.4)]
    plate(bolt_sym, [], 0.05, M.paint(0.62, 0.62, 0.61), 0.01, rot=(90, 0, 0), loc=(0, -8.91, 9.7))


def car_battery():
    with group(rot=(0, 0, -30)):
        battery_unit()
    return {"elevation": 24}


# ============================================================== timing-belt
def _loop(r1, r2, c):
    """Open-belt loop: pulley 1 at the origin, pulley 2 at (c, 0), lower run below."""
    th = math.asin((r2 - r1) / c)
    segs = []
    # start at lower tangent of pulley 1, run to pulley 2, around, back, around
    a = -math.pi / 2 - th
    p1 = (r1 * math.cos(a), r1 * math.sin(a))
    p2 = (c + r2 * math.cos(a), r2 * math.sin(a))
    run = math.hypot(p2[0] - p1[0], p2[1] - p1[1])
    arc2 = r2 * (math.pi + 2 * th)
    arc1 = r1 * (math.pi - 2 * th)
    total = 2 * run + arc1 + arc2

    def at(s):
        s %= total
        if s < run:
            t = s / run
            return (p1[0] + (p2[0] - p1[0]) * t, p1[1] + (p2[1] - p1[1]) * t), (math.cos(a), math.sin(a))
        s -= run
        if s < arc2:
            w = a + s / r2
            return (c + r2 * math.cos(w), r2 * math.sin(w)), (math.cos(w), math.sin(w))
        s -= arc2
        b = math.pi / 2 + th
        if s < run:
            q2 = (c + r2 * math.cos(b), r2 * math.sin(b))
            q1 = (r1 * math.cos(b), r1 * math.sin(b))
            t = s / run
            return (q2[0] + (q1[0] - q2[0]) * t, q2[1] + (q1[1] - q2[1]) * t), (math.cos(b), math.sin(b))
        s -= run
        w = b + s / r1
        return (r1 * math.cos(w), r1 * math.sin(w)), (math.cos(w), math.sin(w))
    return at, total, run, arc2, th, a


def sprocket(n, pitch, width, hub, windows, mat):
    r = n * pitch / math.tau
    prof = []
    for k in range(n):
        c = math.tau * k / n
        for fr, rr in ((-0.36, 0), (-0.25, -0.36), (0.25, -0.36), (0.36, 0)):
            w = c + fr * math.tau / n
            prof.append(((r + rr) * math.cos(w), (r + rr) * math.sin(w)))
    holes = [circle(hub * 0.42, n=40)]
    if windows:
        holes += [sector(hub * 1.5, r - 1.15, 360 / windows * k + 12, 360 / windows * (k + 1) - 12, 0.35, n=8)
                  for k in range(windows)]
    plate(prof, holes, width, mat, 0.03)
    plate(circle(r - 0.62, n=96), [circle(hub * 0.42, n=40)] + holes[1:], width + 0.3, mat, 0.1, z=-0.15)
    ring(hub * 0.42, hub, -0.5, width + 0.5, mat, 0.1, n=64)
    if not windows:
        ring(hub, r + 0.25, -0.28, -0.08, M.zinc(), 0.05)


def timing_belt():
    pitch, n1, n2, width = 0.9, 18, 36, 2.6
    r1, r2 = n1 * pitch / math.tau, n2 * pitch / math.tau
    teeth = 68
    lo, hi = 10.0, 30.0
    for _ in range(60):
        c = (lo + hi) / 2
        if _loop(r1, r2, c)[1] < teeth * pitch:
            lo = c
        else:
            hi = c
    at, total, run, arc2, th, a = _loop(r1, r2, c)
    outer, inner = [], []
    m = 420
    for k in range(m):
        (x, y), (nx, ny) = at(total * k / m)
        outer.append((x + nx * 0.26, y + ny * 0.26))
    for k in range(teeth):
        s0 = pitch * k
        for fr, d in ((-0.32, 0.02), (-0.22, -0.3), (-0.12, -0.34), (0.12, -0.34), (0.22, -0.3), (0.32, 0.02), (0.5, 0.02)):
            (x, y), (nx, ny) = at(s0 + fr * pitch)
            inner.append((x + nx * d, y + ny * d))
    belt = M.rubber()
    ph2 = math.degrees(a + (math.ceil(run / pitch) * pitch - run) / r2)
    s1 = 2 * run + arc2
    ph1 = math.degrees(math.pi / 2 + th + (math.ceil(s1 / pitch) * pitch - s1) / r1)
    # lay the lower run flat on the floor
    with group(rot=(90, 0, -30)):
        with group(rot=(0, 0, math.degrees(-(a + math.pi / 2)))):
            plate(outer, [inner], width, belt, 0.04, z=0)
            with group(loc=(c, 0, -0.1), rot=(0, 0, ph2)):
                sprocket(n2, pitch, width + 0.2, 1.7, 5, M.stamped())
                with group(loc=(0, 0, width + 0.7)):
                    bolt(0, 0, 0, M.black_oxide(), 1.6, 0.8)
            with group(loc=(0, 0, -0.1), rot=(0, 0, ph1)):
                sprocket(n1, pitch, width + 0.2, 1.25, 0, M.steel_turned())
                with group(loc=(0, 0, width + 0.7)):
                    bolt(0, 0, 0, M.black_oxide(), 1.3, 0.7)
    # tensioner and idler standing in front
    for x, y, r, yaw in ((7.6, -8.6, 2.5, -22),):
        with group(loc=(x, y, -r1 - 0.26 + r), rot=(90, 0, yaw)):
            tensioner_unit(r)
    return {"elevation": 17, "fill": 0.80}


def tensioner_unit(r=2.5):
    lathe([(r * 0.62, 0), (r, 0, 0.12), (r, 2.4, 0.12), (r * 0.9, 2.4, 0.05), (r * 0.86, 2.2, 0.1), (r * 0.66, 2.2), (r * 0.62, 2.2)],
          M.steel_turned(), n=96)
    lathe([(r * 0.34, 0.1), (r * 0.64, 0.1), (r * 0.64, 2.15), (r * 0.34, 2.15)], M.rubber(), closed=True, f=0.06)
    plate(circle(r * 0.46), [circle(0.42, 0.18, 0, n=28), circle(0.16, -0.55, 0.3, n=16)], 2.9, M.zinc(), 0.08, z=-0.2)


# =============================================================== clutch-kit
def clutch_disc_unit(facing=None, spring=None):
    st = M.stamped()
    for z in (-0.42, 0.12):
        for k in range(24):
            with group(rot=(0, 0, 15 * k)):
                plate(sector(7.7, 11.9, 0.55, 14.45, 0.15, n=6), [circle(0.3, *polar(8.7, 4.5), n=16), circle(0.3, *polar(10.8, 10.5), n=16)],
                      0.30, facing or M.facing(), 0.05, z=z)
    for k in range(24):
        for r, d in ((8.7, 4.5), (10.8, 10.5)):
            x, y = polar(r, 15 * k + d)
            with group(loc=(x, y, 0.2)):
                cyl(0.2, 0, 0.08, M.brass(), 0.03, n=14)
    plate(circle(11.7, n=128), [circle(2.2, n=48)], 0.16, st, 0.03, z=-0.08)
    wins = [rrect(3.0, 1.55, 0.2, 0, 4.85) for _ in range(6)]
    holes = [turn(w, 60 * k) for k, w in enumerate(wins)]
    for z in (0.35, -0.6):
        plate(circle(6.9, n=128), [circle(2.35, n=48)] + holes, 0.28, st, 0.07, z=z)
    for k in range(6):
        with group(rot=(0, 0, 60 * k)):
            with group(loc=(-1.45, 4.85, 0.1), rot=(0, 90, 0)):
                tube(helix(0.58, 0.08, 2.82, 6, n=28, dead=0.4), 0.18, (spring or M.blue()) if k % 2 else M.steel_dark(), sides=3)
            x, y = polar(5.5, 60)
            with group(loc=(x, y, 0.5)):
                lathe([(0, 0), (0.5, 0), (0.45, 0.28, 0.12), (0, 0.32)], M.zinc(), n=28)
    lathe([(1.45, -1.6), (2.0, -1.6, 0.1), (2.05, -0.4), (2.3, -0.3), (2.3, 0.45, 0.1), (2.0, 0.6), (1.95, 1.9, 0.12), (1.45, 1.9)],
          M.steel_turned(), closed=True, n=72)
    plate(circle(1.6), [gear(20, 1.22, 1.45, 0.6, 0.4)], 3.3, M.steel(), 0.02, z=-1.5)


def pressure_plate_unit(cover=None):
    blk = cover or M.stamped()
    n = 6
    out = []
    for k in range(n):
        c = 360 / n * k
        out += [(*polar(14.8, c - 13), 1.0), (*polar(14.9, c), 0), (*polar(14.8, c + 13), 1.0), (*polar(13.3, c + 21), 1.0), (*polar(13.2, c + 39), 1.0)]
    holes = [circle(0.45, *polar(14.0, 60 * k), n=24) for k in range(n)] + [circle(0.3, *polar(14.0, 60 * k + 9), n=20) for k in range(n)]
    plate(fillet(out, 0, True, 5), [circle(11.8, n=96)] + holes, 0.4, blk, 0.12)
    lathe([(12.7, 0.05), (12.5, 0.4, 0.3), (12.1, 2.6, 0.7), (10.2, 3.3, 0.4), (9.2, 3.3, 0.15), (9.2, 2.9, 0.15), (10.0, 2.9, 0.4), (11.7, 2.2, 0.5), (12.1, 0.05)],
          blk, closed=True, n=144)
    # rivets and the diaphragm spring
    for k in range(9):
        x, y = polar(9.85, 40 * k + 10)
        with group(loc=(x, y, 3.25)):
            lathe([(0, 0), (0.62, 0), (0.5, 0.35, 0.15), (0, 0.4)], M.zinc(), n=32)
    tube([(*polar(9.0, 5 * k), 3.15) for k in range(72)], 0.22, M.steel(), cyclic=True)
    nf = 18
    rows = [(9.3, 0.96, 2.75), (8.6, 0.80, 2.85), (8.2, 0.80, 2.9), (7.8, 0.93, 2.95), (6.0, 0.92, 3.3), (4.6, 0.90, 3.7), (3.6, 0.86, 4.05), (3.0, 0.80, 4.35)]
    for k in range(nf):
        v, f = [], []
        for r, share, z in rows:
            half = math.pi / nf * share
            for t in (-1, 0, 1):
                w = half * t
                v.append((r * math.cos(w), r * math.sin(w), z))
        m = len(v)
        v += [(x, y, z - 0.28) for x, y, z in v]
        for i in range(len(rows) - 1):
            for j in range(2):
                p = i * 3 + j
                f.append((p, p + 1, p + 4, p + 3))
                f.append((m + p, m + p + 1, m + p + 4, m + p + 3))
        for i in range(len(rows) - 1):
            for j in (0, 2):
                p = i * 3 + j
                f.append((p, p + 3, m + p + 3, m + p))
        for i in (0, len(rows) - 1):
            for j in (0, 1):
                p = i * 3 + j
                f.append((p, p + 1, m + p + 1, m + p))
        with group(rot=(0, 0, 360 / nf * k)):
            mesh(v, f, M.steel_dark(), "finger", smooth=30, bevel=0.06, seg=2)
    lathe([(7.6, -0.6), (12.0, -0.6), (12.0, 0.9), (9.5, 1.8), (7.6, 1.2)], M.iron_face(), closed=True, f=0.1, n=128)
    cyl(7.5, -0.4, -0.3, M.black_oxide())
    # drive straps
    for k in range(3):
        with group(rot=(0, 0, 120 * k + 30)):
            plate(rrect(5.0, 1.3, 0.5), [], 0.15, M.steel(), 0.05, loc=(12.6, 0, 0.6), rot=(0, 0, 90))


def release_bearing_unit():
    lathe([(1.7, 0), (2.6, 0, 0.1), (2.6, 1.2, 0.1), (3.5, 1.3, 0.15), (3.5, 2.7, 0.2), (3.1, 2.9, 0.1), (2.9, 2.6, 0.1), (2.7, 2.6, 0.1), (2.6, 3.3, 0.3),
           (1.9, 3.3, 0.2), (1.7, 2.9)], M.steel_turned(), closed=True, n=96)
    ring(2.65, 3.0, 2.4, 2.75, M.rubber(), 0.05)
    box(8.4, 1.6, 0.9, M.plastic(), 0.25, loc=(0, 0, 0.2))
    ring(1.65, 3.1, 0.1, 1.25, M.plastic(), 0.15)


def clutch_kit():
    with group(loc=(-6.5, 7.0, 14.4), rot=(80, 0, -24)):
        pressure_plate_unit()
    with group(loc=(9.5, -3.0, 11.6), rot=(76, 0, -14)):
        clutch_disc_unit()
    with group(loc=(-6.8, -10.5, 0.0), rot=(0, 0, 25)):
        release_bearing_unit()
    return {"elevation": 20}


# =================================================================== piston
def piston_unit(rod=True, skirt=None, rod_steel=None):
    """Crown up at z=0, pin axis along X; the rod hangs down to z=-20."""
    R = 4.3
    al = M.alu_piston()
    groove = lambda z, h: [(R - 0.03, z), (R - 0.42, z), (R - 0.42, z - h), (R - 0.03, z - h)]
    prof = [(0, -0.25), (2.0, -0.25, 0.3), (2.9, 0, 0.3), (R - 0.06, 0, 0.08), (R - 0.03, -0.5)]
    prof += groove(-0.55, 0.16) + groove(-1.05, 0.18) + groove(-1.6, 0.3)
    prof += [(R, -2.1), (R, -6.0, 0.1), (R - 0.35, -6.0), (R - 0.4, -2.3, 0.5), (2.6, -1.1, 0.4), (0, -1.0)]
    body = lathe(prof, al, n=128, raw=True)
    cutters = []
    for s in (1, -1):
        cutters.append(box(2.6, 9, 4.2, None, 0, loc=(s * (R - 0.15 + 0.55), 0, -6.3), raw=True))
        cutters.append(cyl(1.45, -0.16, 1, None, 0, n=48, raw=True, loc=(s * 1.75, 1.9, 0)))    # valve pockets
    cutters.append(cyl(1.02, -6, 6, None, 0, n=48, raw=True, rot=(0, 90, 0), loc=(0, 0, -3.75)))
    cut(body, *cutters)
    finish(body, 30)
    # pin bosses and pin
    for s in (1, -1):
        with group(loc=(s * 1.35, 0, -3.75), rot=(0, 90 * s, 0)):
            ring(1.03, 1.75, 0, 1.85, al, 0.12, n=64)
        box(1.75, 2.6, 2.6, al, 0.3, loc=(s * 2.2, 0, -3.0))
    with group(loc=(0, 0, -3.75), rot=(0, 90, 0)):
        ring(0.62, 1.01, -3.05, 3.05, M.chrome(), 0.08, n=64)
    # rings
    for z, h, m in ((-0.56, 0.14, M.steel_dark()), (-1.06, 0.16, M.steel()), (-1.62, 0.09, M.steel()), (-1.8, 0.09, M.steel())):
        ring(R - 0.4, R + 0.03, z - h, z, m, 0.02, n=128)
    if skirt:                                               # dry-film coat on the two thrust faces
        v = [(4.312 * math.cos(a), 4.312 * math.sin(a), z) for z in (-2.5, -5.8) for a in [math.radians(58 + 64 * i / 24) for i in range(25)]]
        f = [(i, i + 1, i + 26, i + 25) for i in range(24)]
        for turned in (0, 180):
            mesh(v, f, skirt, "skirt", rot=(0, 0, turned))
    if rod:
        rod_unit(-3.75, rod_steel)


def rod_unit(z, metal=None):
    """Connecting rod; small end at height z, pin axis X."""
    forged, mach = metal or M.steel_dark(), M.steel()
    L = 14.2
    with group(loc=(0, 0, z), rot=(90, 0, 90)):         # local: x->y, y->z, z->x
        ring(1.03, 1.55, -1.1, 1.1, mach, 0.1, n=64)
        ring(1.0, 1.08, -1.12, 1.12, M.copper(), 0.03, n=64)
        web = [(-0.85, -1.1), (0.85, -1.1), (1.45, -L + 3.0), (-1.45, -L + 3.0)]
        plate(web, [], 0.55, forged, 0.05, z=-0.275)
        for s in (1, -1):
            rail = fillet([(s * 1.25, -0.7), (s * 0.62, -1.35), (s * 0.95, -L + 3.6), (s * 2.0, -L + 2.4), (s * 2.6, -L + 1.2),
                           (s * 1.62, -L + 4.2)][::s], 0.3, True)
            plate(rail, [], 1.5, forged, 0.14, z=-0.75)
        top = fillet([(2.62, -L + 0.04), (3.75, -L + 0.04), (3.75, -L + 1.6, 0.5), (2.9, -L + 2.6, 0.8), (1.6, -L + 3.5, 0.8), (-1.6, -L + 3.5, 0.8),
                      (-2.9, -L + 2.6, 0.8), (-3.75, -L + 1.6, 0.5), (-3.75, -L + 0.04), (-2.62, -L + 0.04)], 0, False)
        top += [(x, y - L) for x, y in arc(2.62, 179, 1, 32)]
        plate(top, [], 2.2, forged, 0.12, z=-1.1)
        cap = fillet([(-2.62, -L - 0.04), (-3.75, -L - 0.04), (-3.75, -L - 1.5, 0.6), (-2.4, -L - 2.7, 1.0), (-1.0, -L - 3.4, 0.8), (1.0, -L - 3.4, 0.8),
                      (2.4, -L - 2.7, 1.0), (3.75, -L - 1.5, 0.6), (3.75, -L - 0.04), (2.62, -L - 0.04)], 0, False)
        cap += [(x, y - L) for x, y in arc(2.62, -1, -179, 32)]
        plate(cap, [], 2.2, forged, 0.12, z=-1.1)
        with group(loc=(0, -L, 0)):
            ring(2.45, 2.64, -0.98, 0.98, M.brass(), 0.03, n=96)
        for s in (1, -1):
            with group(loc=(s * 3.15, -L - 1.55, 0), rot=(90, 0, 0)):
                hexnut(1.15, 0.0, 0.85, M.black_oxide())
            with group(loc=(s * 3.15, -L + 1.6, 0), rot=(-90, 0, 0)):
                cyl(0.55, -0.2, 0.5, M.black_oxide(), n=24)


def piston_rings(R=4.34):
    for z, m, a in ((0.0, M.steel(), 20), (0.28, M.steel_dark(), 60), (0.56, M.steel(), 110)):
        with group(loc=(0.4 * z, 0.9 * z, z), rot=(1.5, -2.0, a)):
            plate([polar(R, 3 + 354 * k / 120) for k in range(121)] + [polar(R - 0.38, 357 - 354 * k / 120) for k in range(121)], [], 0.17, m, 0.03)


def piston():
    with group(loc=(-4.6, 1.5, 3.75 + 14.2 + 3.4), rot=(0, 0, 52)):
        piston_unit()
    with group(loc=(6.6, 2.0, 6.0), rot=(0, 0, -40)):
        piston_unit(False)
    with group(loc=(4.4, -7.0, 0.0)):
        piston_rings()
    with group(loc=(11.6, -4.2, 1.02), rot=(0, 90, 28)):
        ring(0.62, 1.01, -3.05, 3.05, M.chrome(), 0.08, n=64)
    return {"elevation": 21, "fill": 0.84}


# ================================================================= radiator
def radiator_unit(W=46.0, H=33.0, D=3.2, tank=None, fins=None, cap=True):
    """Tanks at the sides; turned by 90 degrees about Y it is a down-flow radiator (whose filler cap is elsewhere)."""
    al, pl = M.alu(), tank or M.plastic()
    rows = 26
    p = H / rows
    for k in range(rows + 1):
        box(W, D, 0.22, al, 0.08, seg=2, loc=(0, 0, p * k - 0.11))
    n = int(W / 0.36)
    v, f = [], []
    for i in range(2 * n + 1):
        x = -W / 2 + W * i / (2 * n)
        z = 0.12 if i % 2 else p - 0.12
        v += [(x, -D / 2 + 0.12, z), (x, D / 2 - 0.12, z)]
    f = [(2 * i, 2 * i + 2, 2 * i + 3, 2 * i + 1) for i in range(2 * n)]
    fin = mesh(v, f, fins or M.fin(), "fin", smooth=10)
    copies(fin, [(0, 0, p * k) for k in range(1, rows)])
    # top and bottom channels
    for z in (-0.9, H + 0.1):
        box(W + 1, D + 0.5, 0.8, al, 0.12, loc=(0, 0, z))
    # side tanks
    for s in (-1, 1):
        with group(loc=(s * (W / 2 + 2.2), 0, -0.8)):
            box(1.6, D + 1.8, H + 1.6, M.stamped(), 0.2, loc=(-s * 1.5, 0, 0))
            box(4.6, D + 1.2, H + 1.4, pl, 0.9, seg=5, loc=(s * 0.9, 0, 0.1))
            for k in range(int(H / 2.75)):
                box(4.8, D + 1.5, 0.35, pl, 0.15, seg=2, loc=(s * 0.95, 0, 2.0 + 2.75 * k))
            for z, t in ((-1.6, 1.8), (H + 1.2, 1.8)):
                with group(loc=(s * 0.8, 0, z)):
                    cyl(0.75, 0, t, pl, 0.2, n=32)
    # necks, cap, sensor, brackets
    with group(loc=(-W / 2 - 3.2, -1.5, H - 4.0), rot=(90, 0, 0)):
        lathe([(0, 0), (2.2, 0), (2.2, 1.2, 0.3), (1.75, 1.6, 0.2), (1.75, 4.6), (1.95, 4.8, 0.1), (1.75, 5.3), (1.72, 5.8, 0.1), (1.45, 5.8), (1.45, 1), (0, 1)], pl, n=64)
    with group(loc=(W / 2 + 3.2, -1.5, 5.0), rot=(90, 0, 0)):
        lathe([(0, 0), (2.2, 0), (2.2, 1.2, 0.3), (1.75, 1.6, 0.2), (1.75, 4.6), (1.95, 4.8, 0.1), (1.75, 5.3), (1.72, 5.8, 0.1), (1.45, 5.8), (1.45, 1), (0, 1)], pl, n=64)
    if cap:
        with group(loc=(W / 2 + 3.1, 0, H + 0.4)):
            cyl(1.9, 0, 1.6, pl, n=48)
            lathe([(0, 1.5), (2.5, 1.5), (2.7, 1.7, 0.1), (2.7, 2.3, 0.2), (1.6, 2.5, 0.2), (1.4, 2.9, 0.2), (0, 2.9)], M.zinc(), n=96,
                  fn=lambda r, z, a: (r + (0.12 if r > 2.4 and math.sin(12 * a) > 0.3 else 0), z))
            box(5.6, 1.2, 0.5, M.zinc(), 0.15, loc=(0, 0, 2.0))
    for s in (-1, 1):
        plate(fillet([(0, 0), (3.2, 0, 0.6), (3.2, 2.2, 0.6), (0, 3.0)], 0.2, True), [circle(0.5, 2.1, 1.2)], 0.4, M.zinc(), 0.08,
              rot=(90, 0, 0 if s > 0 else 180), loc=(s * (W / 2 + 5.2), 0, H * 0.62))


def radiator():
    with group(rot=(-4, 0, -30)):
        radiator_unit()
    return {"elevation": 15, "fill": 0.80}


# ================================================================ headlight
def headlight_unit(brow=None):
    ctrl = [(-25, -1.5), (-24, -5.5), (-19.5, -8.8), (-8, -9.8), (8, -8.8), (19, -5.0), (26.5, 2.0), (29.0, 7.2), (26.5, 8.8), (16, 7.8), (0, 6.4), (-15, 4.2), (-22.5, 1.6)]
    out = spline(ctrl, 10)
    cx, cy = 0.5, -1.2

    def ringat(s, y, dx=0.0, dz=0.0):
        return [(cx + (x - cx) * s + dx, y, cy + (z - cy) * s + dz) for x, z in out]
    blk = M.plastic()
    sweepback = lambda pts: [(x, y + 0.010 * max(0, x + 4) ** 2 * 0.9, z) for x, y, z in pts]
    R = lambda *a: sweepback(ringat(*a))
    loft([R(0.02, 15), R(0.60, 15), R(0.80, 13.5), R(0.93, 6), R(0.985, 1.5), R(1.02, 1.2), R(1.02, 0.2), R(0.985, 0.0)], blk, cap=False, smooth=45)
    # dark inner bezel
    loft([R(0.985, 0.1), R(0.95, 0.6), R(0.93, 3.4), R(0.86, 4.2), R(0.4, 5.0), R(0.02, 5.2)], M.bezel(), cap=False, smooth=45)
    # outer lens
    loft([R(1.0, 0.3), R(0.992, -0.7), R(0.95, -1.9), R(0.85, -3.1), R(0.65, -4.2), R(0.4, -4.8), R(0.2, -5.0), R(0.02, -5.05)], M.clear(), cap=False, smooth=80)
    # two projector units in chrome bowls
    for x, z, k, back in ((-12.6, -2.5, 0.98, 2.2), (1.8, -1.5, 0.92, 2.6)):
        with group(loc=(x, back, z), rot=(90, 0, 0), scale=k):
            lathe([(2.9, -1.2), (3.2, -0.6, 0.3), (4.3, 1.2, 0.5), (5.2, 2.6, 0.2), (5.5, 2.6, 0.1), (5.5, 2.2), (4.4, 0.6), (3.4, -1.2)], M.reflector(), closed=True, n=96)
            lathe([(2.5, -1.0), (3.0, -1.0), (3.25, 1.6, 0.15), (3.0, 1.9, 0.1), (2.75, 1.6)], M.gunmetal(), closed=True, n=96)
            ring(2.72, 3.02, 1.55, 1.95, M.chrome(), 0.1, n=96)
            lathe([(2.85, 1.3), (2.8, 1.9), (2.5, 2.5), (2.0, 2.95), (1.4, 3.25), (0.7, 3.42), (0, 3.48)], M.clear(0.82, 0.9, 1.0), n=96)
            lathe([(2.75, 0.9), (1.4, 0.2), (0, 0)], M.reflector(), n=96)
            cyl(0.55, 0.1, 0.9, M.glow(1.0, 0.95, 0.85, 2.0), n=32)
    # turn signal reflector
    with group(loc=(15.6, 4.6, 0.9), rot=(90, 0, 0)):
        lathe([(0.7, -1.0), (1.8, -0.4, 0.4), (3.2, 0.8, 0.4), (3.8, 2.2, 0.2), (4.1, 2.2), (4.1, 1.8), (2, -1.0)], M.reflector(), closed=True, n=96)
        lathe([(0.9, -0.2), (0.9, 0.9, 0.3), (0.5, 1.3, 0.3), (0, 1.35)], M.glow(0.9, 0.28, 0.02, 0.9), n=48)
        lathe([(3.75, 2.0), (3.6, 2.5, 0.2), (2.4, 3.0), (1.2, 3.2), (0, 3.25)], M.clear(1.0, 0.42, 0.04), n=72)
    # light guide (daytime light) along the lower edge
    low = [(x, 0.4, z) for x, z in spline([(-22.8, -2.4), (-21.5, -5.4), (-18, -7.4), (-8, -8.3), (7, -7.3), (17.5, -3.9), (24.0, 2.6), (26.0, 6.2)], 10, False)]
    tube(sweepback(low), 0.48, M.glow(0.9, 0.95, 1.0, 1.1), sides=5)
    # chrome brow along the top
    up = [(x, 1.6, z) for x, z in spline([(-21, 0.6), (-14, 2.9), (0, 5.0), (14, 6.3), (23, 7.2)], 10, False)]
    tube(sweepback(up), 0.32, brow or M.chrome(), sides=4)
    # mounting tabs and rear bulb caps
    for x, z, rz in ((-25.2, -1.0, 100), (10, 8.4, 0), (-12, -10.6, 180)):
        with group(loc=(x, 4.5 + (2.0 if x > 5 else 0), z), rot=(90, 0, 0)):
            plate(turn(fillet([(-1.6, -1.5), (1.6, -1.5), (1.1, 2.4, 1.0), (-1.1, 2.4, 1.0)], 0.2, True), rz), [circle(0.5, *turn([(0, 1.3)], rz)[0])], 0.5, blk, 0.1)


def headlight():
    with group(rot=(0, 0, -17)):
        headlight_unit()
    return {"elevation": 12, "fill": 0.84}


# ================================================================ wheel-hub
def wheel_hub_unit(driven=False, forged=None):
    """Studs towards +z. `driven`: the four-wheel-drive hub with a round flange and longer studs."""
    mach, fg = M.steel_turned(), forged or M.steel_dark()
    # scalloped flange
    out = []
    for k in range(5):
        c = 90 + 72 * k
        out += [(*polar(7.5, c - 19), 1.0), (*polar(7.6, c), 0), (*polar(7.5, c + 19), 1.0), (*polar(6.3, c + 28), 0.9), (*polar(6.3, c + 44), 0.9)]
    if driven:
        out = circle(7.6, n=128)
    plate(fillet(out, 0, True, 5), [circle(2.4, n=64)] + [circle(0.8, *polar(5.7, 90 + 36 + 72 * k), n=32) for k in range(5)], 1.0, fg, 0.14)
    plate(circle(6.9, n=128), [circle(2.4, n=64)] + [circle(0.8, *polar(5.7, 90 + 36 + 72 * k), n=32) for k in range(5)], 0.12, mach, 0.04, z=0.93)
    # pilot and splined bore
    lathe([(3.9, 0.5), (3.9, 1.3, 0.15), (3.45, 1.5, 0.1), (3.35, 2.6, 0.2), (2.9, 2.6, 0.1), (2.6, 2.1, 0.1), (1.7, 2.1), (1.7, -6.0), (3.0, -6.0), (3.2, 0)], mach, closed=True, n=128)
    plate(circle(1.85, n=64), [gear(28, 1.35, 1.58, 0.6, 0.4)], 8.0, M.steel(), 0.02, z=-5.9)
    # bearing body and rear mounting flange
    lathe([(3.2, 0.1), (4.3, 0.0), (4.6, -0.5, 0.2), (3.8, -0.9, 0.2), (3.8, -1.1)], fg, n=96)
    lathe([(3.5, -1.0), (4.9, -1.0, 0.15), (5.0, -2.4, 0.1), (5.0, -5.6, 0.2), (4.6, -5.9), (3.4, -5.9)], mach, n=128)
    ring(3.7, 4.85, -1.05, -0.75, M.rubber(), 0.08)
    ears = []
    for k in range(4):
        c = 45 + 90 * k
        ears += [(*polar(8.0, c - 9), 0.9), (*polar(8.0, c + 9), 0.9), (*polar(5.5, c + 30), 1.0), (*polar(5.5, c + 60), 1.0)]
    plate(fillet(ears, 0, True, 5), [circle(4.7, n=64)] + [circle(0.62, *polar(7.0, 45 + 90 * k), n=28) for k in range(4)], 1.5, fg, 0.18, z=-4.6)
    # studs
    for k in range(5):
        x, y = polar(5.7, 90 + 72 * k)
        with group(loc=(x, y, 0)):
            cyl(0.95, -0.55, 0.0, M.zinc(), 0.12, n=40)
            cyl(0.66, 0.9, 1.5, M.zinc(), 0.05, n=40)
            thread(0.62, 0.16, 1.4, 4.6, M.zinc(), 0.09, n=40)
            lathe([(0.5, 4.5), (0.5, 5.0, 0.12), (0, 5.05)], M.zinc(), n=32)
    # ABS sensor lead
    with group(loc=(0, 4.9, -3.2), rot=(-90, 0, 0)):
        box(1.7, 1.5, 1.7, M.plastic(), 0.25)


def wheel_hub():
    with group(rot=(82, 0, -40)):
        wheel_hub_unit()
    return {"elevation": 18}


# ============================================================ ignition-coil
def coil_unit():
    """Boot down, head up; 17 cm."""
    pl, rub = M.plastic(), M.rubber()
    prof = [(0.55, 0.0), (1.05, 0.0, 0.12), (1.15, 0.5, 0.1)]
    for k in range(4):
        z = 0.7 + 0.55 * k
        prof += [(1.28, z + 0.1, 0.1), (1.28, z + 0.3, 0.1), (1.08, z + 0.42, 0.06)]
    prof += [(1.05, 3.2), (1.0, 6.6, 0.1), (1.32, 6.9, 0.12), (1.32, 8.2, 0.12), (1.1, 8.4), (0, 8.4)]
    lathe([(0, 0.6), (0.55, 0.6)] + prof, rub, n=72)
    tube(helix(0.42, 0.1, 0.9, 4, n=24), 0.07, M.zinc(), sides=3)
    lathe([(0, 8.0), (1.02, 8.0), (1.02, 11.4, 0.1), (1.5, 11.8, 0.2), (1.5, 12.6), (0, 12.6)], pl, n=72)
    ring(1.35, 1.75, 11.9, 12.5, M.rubber(), 0.2, n=64)
    # head
    with group(loc=(0.6, 0, 12.5)):
        box(5.4, 3.6, 3.2, pl, 0.4, seg=4)
        plate(rrect(4.2, 2.6, 0.4), [], 0.18, M.plastic_grey(), 0.08, z=3.12)
        for k in range(5):
            box(0.28, 3.75, 2.2, pl, 0.1, loc=(-1.9 + 0.95 * k, 0, 0.5))
        # mounting ear with bushing
        with group(loc=(-3.6, 0, 0.3)):
            plate(fillet([(1.4, -1.5), (-0.4, -1.3, 1.2), (-1.5, -0.6, 0.6), (-1.5, 0.6, 0.6), (-0.4, 1.3, 1.2), (1.4, 1.5)], 0.2, True, 6),
                  [circle(0.62, -0.2, 0, n=32)], 0.9, pl, 0.12)
            with group(loc=(-0.2, 0, 0)):
                ring(0.38, 0.64, -0.1, 1.02, M.brass(), 0.05, n=40)
        # connector: shrouded socket with blades
        with group(loc=(2.6, 0, 1.7), rot=(0, 90, 0)):
            plate(rrect(2.1, 2.9, 0.4), [rrect(1.5, 2.3, 0.25)], 2.3, pl, 0.1, z=-0.1)
            box(1.7, 2.5, 0.3, pl, 0.05)
            for y in (-0.75, -0.25, 0.25, 0.75):
                box(0.55, 0.12, 1.6, M.brass(), 0.03, loc=(0, y, 0))
            box(0.4, 1.2, 1.3, pl, 0.1, loc=(-1.2, 0, 0.6))


def ignition_coil():
    with group(loc=(-7.5, 4.0, 1.85), rot=(0, 0, 22)):
        with group(rot=(0, 85, 0)):
            with group(rot=(0, 0, 90)):
                coil_unit()
    with group(loc=(-6.8, -3.6, 1.85), rot=(0, 0, -4)):
        with group(rot=(0, 85, 0)):
            with group(rot=(0, 0, 250)):
                coil_unit()
    return {"elevation": 27, "fill": 0.80}


# ============================================================== alloy-wheel
def tyre_unit():
    t = M.tyre()
    n = 72

    def tread(r, z, a):
        if r > 30.9 and abs(z) > 3.0:                       # shoulder blocks
            ph = (a / math.tau * n + (0.10 * abs(z))) % 1
            if ph < 0.13:
                return r - 0.75, z
        elif r > 31.5 and abs(z) > 0.9:
            ph = (a / math.tau * n + 0.5 + 0.12 * z) % 1
            if ph < 0.07:
                return r - 0.6, z
        return r, z
    half = [(21.4, 8.6), (21.9, 9.4), (23.2, 9.9), (24.2, 10.35), (24.25, 10.5), (24.7, 10.5), (24.75, 10.42), (26.8, 10.75), (28.4, 10.6),
            (28.45, 10.72), (28.9, 10.62), (28.95, 10.45), (30.0, 9.9), (30.95, 9.0), (31.35, 8.2), (31.55, 7.4), (31.62, 7.2)]
    tr = [(31.62, 5.9), (31.7, 5.7), (30.9, 5.65), (30.9, 5.0), (31.75, 4.95), (31.8, 3.6), (31.85, 2.4), (31.0, 2.35), (31.0, 1.65), (31.85, 1.6), (31.88, 0.5)]
    prof = half + tr + [(r, -z) for r, z in tr[::-1]] + [(r, -z) for r, z in half[::-1]]
    lathe(prof, t, n=n * 12, fn=tread, smooth=30)


def rim_unit(paint=None, lip=None):
    al = paint or M.alu_paint()
    lip = lip or M.alu_turned()
    # barrel: outer lip machined, inner barrel painted
    lathe([(20.4, 8.2), (20.9, 8.8, 0.2), (22.3, 9.35, 0.2), (22.5, 9.75, 0.15), (22.1, 9.85, 0.1), (21.0, 9.5, 0.3), (20.2, 8.9, 0.3), (19.7, 8.0, 0.2)],
          lip, closed=True, n=192)
    lathe([(19.8, 8.4), (19.2, 6.5, 1.0), (18.8, 4.0, 1.0), (18.9, -7.0, 0.5), (21.5, -9.0, 0.5), (21.5, -8.0), (20.4, 8.2)], M.gunmetal(), n=160, smooth=50)
    # five twin spokes
    def spoke(a, off):
        rings = []
        for i in range(15):
            t = i / 14
            r = 5.0 + (19.6 - 5.0) * t
            wdt = 1.85 - 0.40 * math.sin(math.pi * t) + (1.1 * max(0, t - 0.82) / 0.18 * 0.8)
            z = 5.3 + 2.6 * t ** 1.6 - 0.5 * math.sin(math.pi * t)
            dep = 3.4 - 1.6 * t
            ang = math.radians(a + off * (13.5 - 4.5 * t * 0.6))
            if r < 8:
                ang = math.radians(a + off * (13.5 + (8 - r) * 0.6))
            c, s = math.cos(ang), math.sin(ang)
            sec = [(-wdt, z - dep), (-wdt * 0.92, z - 0.45), (-wdt * 0.62, z), (wdt * 0.62, z), (wdt * 0.92, z - 0.45), (wdt, z - dep)]
            rings.append([(r * c - u * s, r * s + u * c, zz) for u, zz in sec])
        loft(rings, al, smooth=30, bevel=0.12, seg=2)
    for k in range(5):
        for off in (-1, 1):
            spoke(90 + 72 * k, off)
    # hub: pad with lug pockets, centre cap
    lugs = [circle(1.35, *polar(5.6, 90 + 36 + 72 * k), n=40) for k in range(5)]
    plate(circle(8.1, n=128), lugs, 2.6, al, 0.4, z=2.9)
    cyl(7.6, 1.2, 3.2, al, 0.3, n=96)
    for k in range(5):
        x, y = polar(5.6, 90 + 36 + 72 * k)
        with group(loc=(x, y, 3.2)):
            hexnut(1.9, 0, 1.5, M.chrome())
            lathe([(0.85, 1.4), (0.8, 1.75, 0.3), (0, 2.0)], M.chrome(), n=40)
    lathe([(3.3, 5.0), (3.3, 5.7, 0.15), (2.9, 5.95, 0.15), (0, 6.15)], M.gunmetal(), n=96)
    ring(3.0, 3.35, 5.4, 5.85, M.chrome(), 0.12)


def wheel_unit(paint=None, lip=None):
    tyre_unit()
    rim_unit(paint, lip)


def alloy_wheel():
    with group(rot=(90, 0, -38)):
        wheel_unit()
    return {"elevation": 12}


PARTS = {
    "brake-rotor": brake_rotor,
    "brake-caliper": brake_caliper,
    "brake-pads": brake_pads,
    "spark-plug": spark_plug,
    "oil-filter": oil_filter,
    "air-filter": air_filter,
    "fuel-filter": fuel_filter,
    "strut": strut,
    "alternator": alternator,
    "car-battery": car_battery,
    "timing-belt": timing_belt,
    "clutch-kit": clutch_kit,
    "piston": piston,
    "radiator": radiator,
    "headlight": headlight,
    "wheel-hub": wheel_hub,
    "ignition-coil": ignition_coil,
    "alloy-wheel": alloy_wheel,
}

# further parts live beside this file; each file has its own PARTS
for _name in ("brakes", "filters", "ignition", "suspension", "engine", "drivetrain"):
    PARTS.update(importlib.import_module("parts_" + _name).PARTS)
