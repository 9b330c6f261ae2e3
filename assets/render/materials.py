"""Procedural PBR materials.  Noise scales are per centimetre of the real part."""
import bpy


def _new(name):
    m = bpy.data.materials.new(name)
    m.use_nodes = True
    nt = m.node_tree
    return m, nt, nt.nodes["Principled BSDF"]


def _cached(fn):
    def wrap(*a):
        name = fn.__name__ + "".join(":" + str(x) for x in a)
        return bpy.data.materials.get(name[:60]) or fn(name[:60], *a)
    return wrap


def _noise(nt, coord, scale, detail=4.0, rough=0.6):
    n = nt.nodes.new("ShaderNodeTexNoise")
    n.inputs["Scale"].default_value = scale
    n.inputs["Detail"].default_value = detail
    n.inputs["Roughness"].default_value = rough
    nt.links.new(coord, n.inputs["Vector"])
    return n.outputs["Fac"]


def _map(nt, value, lo, hi, a=0.3, b=0.7):
    r = nt.nodes.new("ShaderNodeMapRange")
    r.inputs[1].default_value, r.inputs[2].default_value = a, b
    r.inputs[3].default_value, r.inputs[4].default_value = lo, hi
    nt.links.new(value, r.inputs[0])
    return r.outputs[0]


def _mix(nt, fac, c1, c2):
    m = nt.nodes.new("ShaderNodeMixRGB")
    nt.links.new(fac, m.inputs[0])
    m.inputs[1].default_value = (*c1, 1)
    m.inputs[2].default_value = (*c2, 1)
    return m.outputs[0]


def _bump(nt, bsdf, height, strength, dist=0.02):
    b = nt.nodes.new("ShaderNodeBump")
    b.inputs["Strength"].default_value = strength
    b.inputs["Distance"].default_value = dist
    nt.links.new(height, b.inputs["Height"])
    nt.links.new(b.outputs[0], bsdf.inputs["Normal"])


def _coord(nt):
    return nt.nodes.new("ShaderNodeTexCoord").outputs["Object"]


def base(name, color, metal=0.0, rough=0.4, var=0.12, rvar=0.08, scale=1.5, bump=0.0,
         bscale=20.0, coat=0.0, spec=0.5, bdist=0.02):
    """Principled with gentle colour, roughness and surface variation."""
    m, nt, b = _new(name)
    co = _coord(nt)
    n = _noise(nt, co, scale)
    nt.links.new(_mix(nt, n, [c * (1 - var) for c in color],
                      [min(1, c * (1 + var)) for c in color]), b.inputs["Base Color"])
    nt.links.new(_map(nt, _noise(nt, co, scale * 2.7), max(0.02, rough - rvar), rough + rvar),
                 b.inputs["Roughness"])
    b.inputs["Metallic"].default_value = metal
    b.inputs["Specular"].default_value = spec
    b.inputs["Clearcoat"].default_value = coat
    b.inputs["Clearcoat Roughness"].default_value = 0.05
    if bump:
        _bump(nt, b, _noise(nt, co, bscale, 2.0), bump, bdist)
    return m


def turned(name, color, rough=0.28, scale=14.0, bump=0.12, aniso=0.6, metal=1.0):
    """Lathe-turned metal: fine concentric tool marks and an anisotropic sheen."""
    m, nt, b = _new(name)
    co = _coord(nt)
    sep = nt.nodes.new("ShaderNodeSeparateXYZ")
    nt.links.new(co, sep.inputs[0])
    comb = nt.nodes.new("ShaderNodeCombineXYZ")
    nt.links.new(sep.outputs[0], comb.inputs[0])
    nt.links.new(sep.outputs[1], comb.inputs[1])
    ln = nt.nodes.new("ShaderNodeVectorMath")
    ln.operation = "LENGTH"
    nt.links.new(comb.outputs[0], ln.inputs[0])
    rz = nt.nodes.new("ShaderNodeCombineXYZ")
    nt.links.new(ln.outputs["Value"], rz.inputs[0])
    nt.links.new(sep.outputs[2], rz.inputs[1])
    grain = _noise(nt, rz.outputs[0], scale, 6.0, 0.75)
    patch = _noise(nt, co, 0.6)
    nt.links.new(_mix(nt, grain, [c * 0.86 for c in color], [min(1, c * 1.1) for c in color]),
                 b.inputs["Base Color"])
    add = nt.nodes.new("ShaderNodeMath")
    nt.links.new(_map(nt, grain, rough - 0.06, rough + 0.08), add.inputs[0])
    nt.links.new(_map(nt, patch, -0.03, 0.04), add.inputs[1])
    nt.links.new(add.outputs[0], b.inputs["Roughness"])
    b.inputs["Metallic"].default_value = metal
    b.inputs["Anisotropic"].default_value = aniso
    t = nt.nodes.new("ShaderNodeTangent")
    t.direction_type, t.axis = "RADIAL", "Z"
    nt.links.new(t.outputs[0], b.inputs["Tangent"])
    _bump(nt, b, grain, bump, 0.01)
    return m


# ------------------------------------------------------------------- metals
@_cached
def cast_iron(n): return base(n, (0.075, 0.077, 0.08), 0.75, 0.52, bump=0.35, bscale=9, bdist=0.04)
@_cached
def iron_face(n): return turned(n, (0.47, 0.47, 0.475), 0.30, 9.0, 0.16, 0.65)
@_cached
def steel(n): return base(n, (0.52, 0.52, 0.53), 1.0, 0.27, rvar=0.07, bump=0.04, bscale=30)
@_cached
def steel_turned(n): return turned(n, (0.60, 0.60, 0.61), 0.24, 16.0)
@_cached
def steel_dark(n): return base(n, (0.16, 0.16, 0.17), 1.0, 0.36, bump=0.08, bscale=18)
@_cached
def stamped(n): return base(n, (0.34, 0.345, 0.355), 1.0, 0.36, bump=0.06, bscale=12)
@_cached
def black_oxide(n): return base(n, (0.035, 0.036, 0.04), 0.85, 0.34, bump=0.06, bscale=22)
@_cached
def chrome(n): return base(n, (0.82, 0.82, 0.83), 1.0, 0.07, rvar=0.02, var=0.02)
@_cached
def zinc(n): return base(n, (0.62, 0.63, 0.65), 1.0, 0.30, bump=0.05, bscale=20)
@_cached
def gold_zinc(n): return base(n, (0.68, 0.50, 0.22), 1.0, 0.32, var=0.22, bump=0.04)
@_cached
def brass(n): return base(n, (0.70, 0.47, 0.17), 1.0, 0.25, bump=0.04)
@_cached
def copper(n): return base(n, (0.72, 0.31, 0.15), 1.0, 0.30, bump=0.05)
@_cached
def alu_cast(n): return base(n, (0.60, 0.605, 0.61), 1.0, 0.42, bump=0.22, bscale=14, bdist=0.03)
@_cached
def alu(n): return base(n, (0.74, 0.745, 0.75), 1.0, 0.26, bump=0.04, bscale=26)
@_cached
def alu_piston(n): return base(n, (0.47, 0.475, 0.485), 1.0, 0.29, bump=0.05, bscale=26)
@_cached
def alu_turned(n): return turned(n, (0.76, 0.765, 0.77), 0.22, 14.0, 0.1, 0.6)
@_cached
def alu_paint(n): return base(n, (0.55, 0.56, 0.575), 0.85, 0.30, var=0.03, coat=0.7, bump=0.02)
@_cached
def fin(n): return base(n, (0.66, 0.665, 0.67), 0.55, 0.45, var=0.03)
@_cached
def reflector(n): return base(n, (0.84, 0.845, 0.86), 0.72, 0.24, var=0.01, rvar=0.02)
@_cached
def bezel(n): return base(n, (0.030, 0.031, 0.034), 0.0, 0.22, var=0.03, rvar=0.03)
@_cached
def satin(n): return base(n, (0.42, 0.425, 0.44), 1.0, 0.24, var=0.03)
@_cached
def gunmetal(n): return base(n, (0.10, 0.105, 0.115), 0.8, 0.28, var=0.04, coat=0.8)
@_cached
def lead(n): return base(n, (0.50, 0.50, 0.52), 1.0, 0.40, bump=0.15, bscale=6)


# ---------------------------------------------------------- paints, polymers
@_cached
def paint(n, r, g, b): return base(n, (r, g, b), 0.0, 0.26, var=0.02, rvar=0.05, coat=1.0, bump=0.004, bscale=8)


def red(): return paint(0.46, 0.006, 0.008)
def blue(): return paint(0.012, 0.07, 0.28)
def orange(): return paint(0.75, 0.13, 0.008)
def black(): return paint(0.012, 0.012, 0.013)
def white(): return paint(0.78, 0.78, 0.77)


@_cached
def powder(n, r, g, b): return base(n, (r, g, b), 0.0, 0.42, var=0.05, coat=0.15, bump=0.25, bscale=26)
@_cached
def rubber(n): return base(n, (0.018, 0.018, 0.019), 0.0, 0.58, var=0.25, bump=0.18, bscale=24, spec=0.35)
@_cached
def rubber_brown(n): return base(n, (0.20, 0.055, 0.022), 0.0, 0.52, var=0.15, bump=0.15, bscale=24, spec=0.35)
@_cached
def tyre(n): return base(n, (0.020, 0.020, 0.021), 0.0, 0.62, var=0.25, bump=0.25, bscale=8, spec=0.35)
@_cached
def plastic(n): return base(n, (0.018, 0.018, 0.02), 0.0, 0.40, var=0.1, bump=0.12, bscale=30)
@_cached
def plastic_blue(n): return base(n, (0.015, 0.055, 0.16), 0.0, 0.42, var=0.08, bump=0.12, bscale=30)
@_cached
def plastic_grey(n): return base(n, (0.10, 0.102, 0.108), 0.0, 0.42, var=0.08, bump=0.12, bscale=30)
@_cached
def plastic_light(n): return base(n, (0.55, 0.56, 0.57), 0.0, 0.42, var=0.05, bump=0.12, bscale=30)
@_cached
def coat(n): return base(n, (0.03, 0.03, 0.032), 0.1, 0.5, var=0.1, bump=0.05, bscale=26)
@_cached
def ceramic(n): return base(n, (0.86, 0.855, 0.84), 0.0, 0.12, var=0.02, rvar=0.03, coat=0.6)
def _lining(n, lo, hi, fleck):
    m, nt, b = _new(n)
    co = _coord(nt)
    sp = nt.nodes.new("ShaderNodeTexVoronoi")
    sp.inputs["Scale"].default_value = 5.5
    nt.links.new(co, sp.inputs["Vector"])
    fac = _map(nt, sp.outputs["Distance"], 1.0, 0.0, 0.12, 0.26)
    nz = _noise(nt, co, 7.0, 6.0, 0.8)
    mixed = _mix(nt, _map(nt, nz, 0, 1), lo, hi)
    m2 = nt.nodes.new("ShaderNodeMixRGB")
    nt.links.new(fac, m2.inputs[0])
    nt.links.new(mixed, m2.inputs[1])
    m2.inputs[2].default_value = (*fleck, 1)
    nt.links.new(m2.outputs[0], b.inputs["Base Color"])
    b.inputs["Roughness"].default_value = 0.7
    _bump(nt, b, nz, 0.45, 0.05)
    return m


@_cached
def friction(n): return _lining(n, (0.04, 0.039, 0.037), (0.15, 0.142, 0.135), (0.46, 0.36, 0.22))
@_cached
def friction_ceramic(n): return _lining(n, (0.20, 0.19, 0.165), (0.36, 0.345, 0.31), (0.09, 0.085, 0.08))
@_cached
def friction_metallic(n): return _lining(n, (0.022, 0.022, 0.024), (0.075, 0.075, 0.08), (0.62, 0.60, 0.58))
@_cached
def friction_brown(n): return _lining(n, (0.085, 0.05, 0.032), (0.19, 0.12, 0.08), (0.50, 0.34, 0.16))
@_cached
def clutch_facing(n, r, g, b): return base(n, (r, g, b), 0.0, 0.68, var=0.35, scale=5, bump=0.35, bscale=12, bdist=0.04)
@_cached
def facing(n): return base(n, (0.13, 0.085, 0.055), 0.0, 0.68, var=0.35, scale=5, bump=0.35, bscale=12, bdist=0.04)
@_cached
def paper(n, r, g, b): return base(n, (r, g, b), 0.0, 0.85, var=0.06, scale=0.6, bump=0.2, bscale=10, spec=0.2)
@_cached
def cardboard(n): return base(n, (0.42, 0.27, 0.15), 0.0, 0.8, var=0.12, scale=0.25, bump=0.25, bscale=2.5, spec=0.2, bdist=0.03)
@_cached
def felt(n): return base(n, (0.88, 0.885, 0.87), 0.0, 0.95, var=0.12, scale=3.0, bump=0.9, bscale=16, spec=0.1, bdist=0.06)
@_cached
def foam(n, r, g, b): return base(n, (r, g, b), 0.0, 0.6, var=0.08, bump=0.2, bscale=10)


@_cached
def clear(n, r=1.0, g=1.0, b=1.0):
    """Clear moulded lens: see-through plus a fresnel gloss, no refraction noise."""
    m = bpy.data.materials.new(n)
    m.use_nodes = True
    nt = m.node_tree
    nt.nodes.clear()
    out = nt.nodes.new("ShaderNodeOutputMaterial")
    mix = nt.nodes.new("ShaderNodeMixShader")
    tr = nt.nodes.new("ShaderNodeBsdfTransparent")
    tr.inputs[0].default_value = (r, g, b, 1)
    gl = nt.nodes.new("ShaderNodeBsdfGlossy")
    gl.inputs["Roughness"].default_value = 0.03
    fr = nt.nodes.new("ShaderNodeFresnel")
    fr.inputs[0].default_value = 1.5
    nt.links.new(fr.outputs[0], mix.inputs[0])
    nt.links.new(tr.outputs[0], mix.inputs[1])
    nt.links.new(gl.outputs[0], mix.inputs[2])
    nt.links.new(mix.outputs[0], out.inputs[0])
    return m


@_cached
def glass(n):
    m, nt, b = _new(n)
    b.inputs["Base Color"].default_value = (0.95, 0.97, 1, 1)
    b.inputs["Roughness"].default_value = 0.0
    b.inputs["Transmission"].default_value = 1.0
    b.inputs["IOR"].default_value = 1.5
    return m


@_cached
def glow(n, r, g, b, k):
    m, nt, p = _new(n)
    p.inputs["Base Color"].default_value = (r, g, b, 1)
    p.inputs["Emission"].default_value = (r, g, b, 1)
    p.inputs["Emission Strength"].default_value = k
    p.inputs["Roughness"].default_value = 0.3
    return m
