"""Render one part, several, or a scene.  See README.md.

    blender -b -P render.py -- --part piston
"""
import argparse
import os
import subprocess
import sys
import time

import bpy
import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import parts      # noqa: E402
import studio     # noqa: E402
import tools      # noqa: E402


def shoot(tmp, seed, samples):
    """Render once; return the combined picture and the two guide passes."""
    s = bpy.context.scene
    s.cycles.seed, s.cycles.samples = seed, samples
    s.use_nodes = True
    nt = s.node_tree
    nt.nodes.clear()
    rl = nt.nodes.new("CompositorNodeRLayers")
    out = nt.nodes.new("CompositorNodeOutputFile")
    out.base_path = tmp
    out.format.file_format, out.format.color_depth = "OPEN_EXR", "32"
    out.file_slots.clear()
    names = {"c": "Image", "n": "Denoising Normal", "d": "Denoising Albedo"}
    for key, sock in names.items():
        out.file_slots.new(f"s{seed}_{key}_")
        nt.links.new(rl.outputs[sock], out.inputs[-1])
    bpy.ops.render.render()
    got = {}
    for key in names:
        path = os.path.join(tmp, f"s{seed}_{key}_{s.frame_current:04d}.exr")
        img = bpy.data.images.load(path)
        img.colorspace_settings.name = "Raw"
        w, h = img.size
        buf = np.empty(w * h * 4, np.float32)
        img.pixels.foreach_get(buf)
        got[key] = buf.reshape(h, w, 4)[::-1, :, :3].copy()
        bpy.data.images.remove(img)
        os.remove(path)
    return got


def expose(raw, samples):
    """Two half-sample renders, saved for denoise.py."""
    tmp = os.path.dirname(raw)
    os.makedirs(tmp, exist_ok=True)
    half = max(4, samples // 2)
    a = shoot(tmp, 11, half)
    b = shoot(tmp, 57, half)
    np.savez(raw, a=a["c"].astype(np.float16), b=b["c"].astype(np.float16),
             albedo=((a["d"] + b["d"]) / 2).astype(np.float16),
             normal=((a["n"] + b["n"]) / 2).astype(np.float16))


def product(name, w, h, samples):
    tools.reset()
    cam = studio.camera()
    with tools.group("root") as root:
        opts = parts.PARTS[name]() or {}
    studio.settle(root)
    studio.frame(root, cam, w / h, **opts)
    studio.sweep()
    studio.product_lights()
    studio.cycles(w, h, samples)


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--part", default="all", help="name, comma list, or all")
    ap.add_argument("--scene", default="", help="hero or workshop instead of a part")
    ap.add_argument("--size", default="1200x900")
    ap.add_argument("--samples", type=int, default=64)
    ap.add_argument("--quality", type=int, default=80)
    ap.add_argument("--strength", type=float, default=1.0, help="denoise strength, 0 = off")
    ap.add_argument("--out", default=os.path.join(HERE, "..", "..", "src", "demo", "data", "pictures"))
    ap.add_argument("--ext", default="webp")
    ap.add_argument("--raw", default="/tmp/product-raw", help="where the unfinished pictures go")
    ap.add_argument("--wait", action="store_true", help="denoise before the next render starts")
    o = ap.parse_args(sys.argv[sys.argv.index("--") + 1:] if "--" in sys.argv else [])
    w, h = map(int, o.size.split("x"))
    os.makedirs(o.out, exist_ok=True)
    jobs = [("scene", o.scene)] if o.scene else \
        [("part", p) for p in (parts.PARTS if o.part == "all" else o.part.split(","))]
    running = []
    for kind, name in jobs:
        t = time.time()
        if kind == "part":
            product(name, w, h, o.samples)
            look = "product"
        else:
            import scenes
            look = scenes.SCENES[name](w, h, o.samples)
        t1 = time.time()
        raw = os.path.join(o.raw, name + ".npz")
        expose(raw, o.samples)
        print(f"RENDERED {name}: build {t1 - t:.1f}s render {time.time() - t1:.1f}s", flush=True)
        cmd = ["/usr/bin/python3", os.path.join(HERE, "denoise.py"), raw,
               os.path.join(o.out, f"{name}.{o.ext}"), "--grade", look,
               "--quality", str(o.quality), "--strength", str(o.strength)]
        p = subprocess.Popen(cmd)
        running.append(p)
        if o.wait:
            p.wait()
    for p in running:
        p.wait()


main()
