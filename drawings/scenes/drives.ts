import type { Size } from '#drawings/cardboard.ts'
import { along, type Point, rectangle, type Scene } from '#drawings/iso.ts'
import { boltCircle } from './cutters.ts'
import { NO_MEASURES, type SceneDefinition, solidBody } from './definition.ts'

const PANEL: Size = [520, 170, 620]

/** A toothed belt around two pulleys. */
export const driveBelt: SceneDefinition = {
  noun: () => 'drive belt',
  detail: () => 'around two pulleys',
  measures: NO_MEASURES,
  paint: (scene) => {
    const wide = 90
    const [small, large] = [110, 190]
    const [near, far]: readonly [Point, Point] = [
      [0, 0, 250],
      [640, 0, 250],
    ]
    scene.shadow([-120, 0, 30], 900, wide, 40)
    const outer = loop(near, large, far, small, 26)
    const inner = loop(near, large, far, small, 0)
    const at =
      (across: number) =>
      ([x, z]: readonly [number, number]): Point => [x, across, z]
    const strips = (band: typeof outer, isFacing: (slope: number) => boolean): readonly (readonly Point[])[] =>
      band.flatMap(([x0, z0], index) => {
        const [x1, z1] = band[(index + 1) % band.length] ?? [x0, z0]
        return isFacing(z0 - z1 + x1 - x0) ? [[at(0)([x0, z0]), at(0)([x1, z1]), at(wide)([x1, z1]), at(wide)([x0, z0])]] : []
      })
    // the inside of the lower run, the pulleys, then the outside that faces up and right, and the front edge
    scene.faces(
      strips(inner, (slope) => slope < 0),
      'deep',
      'detail',
    )
    scene.cylinder(near, 'y', large - 8, wide, 'left', 'top')
    scene.cylinder(far, 'y', small - 8, wide, 'left', 'top')
    scene.faces(
      strips(outer, (slope) => slope > 0),
      'right',
      'detail',
    )
    scene.faces([outer.map(at(wide)), [...inner].reverse().map(at(wide))], 'left', 'outline')
    pulley(scene, along(near, 'y', wide), large)
    pulley(scene, along(far, 'y', wide), small)
  },
}

/** A motor with its gearbox. */
export const motor: SceneDefinition = {
  noun: () => 'electric motor',
  measures: NO_MEASURES,
  paint: (scene) => {
    scene.shadow([-20, -280, 0], 330, 620, 160)
    for (const y of [-240, -20]) scene.box([10, y, 0], [250, 70, 40])
    const [axis, radius]: readonly [Point, number] = [[135, -290, 185], 140]
    scene.cylinder(axis, 'y', radius * 0.94, 50, 'left', 'left')
    for (let fin = 0; fin < 10; fin++) {
      scene.cylinder(along(axis, 'y', 50 + fin * 32), 'y', radius * 0.86, 18, 'deep', 'deep')
      scene.cylinder(along(axis, 'y', 68 + fin * 32), 'y', radius, 14, 'right', 'tint')
    }
    scene.box([80, -180, 310], [110, 150, 60])
    scene.face(rectangle('y', [100, -30, 324], 70, 30), 'tape', 'detail')
    scene.box([-30, 80, 0], [330, 210, 350])
    scene.disc([135, 290, 185], 'y', 120, 'top')
    boltCircle(scene, [135, 290, 185], 'y', 96, 11)
    scene.cylinder([135, 290, 185], 'y', 46, 150, 'left', 'top')
    scene.face(
      [
        [120, 340, 231],
        [150, 340, 231],
        [150, 430, 231],
        [120, 430, 231],
      ],
      'deep',
      'detail',
    )
    boltCircle(scene, [300, 185, 175], 'x', 72, 10, 4)
  },
}

/** A control panel with display, buttons and emergency stop. */
export const controlPanel: SceneDefinition = {
  noun: () => 'control panel',
  measures: ({ dimensions }) => solidBody(dimensions, PANEL, 5).measures,
  paint: (scene, { dimensions }) => {
    const body = solidBody(dimensions, PANEL, 5)
    const [length, width, height] = body.size
    const unit = Math.min(length, height)
    const button = Math.min(length * 0.05, height * 0.07)
    scene.shadow([0, 0, 0], length, width, height * 0.3)
    scene.box([0, 0, 0], [length, width, height])
    scene.face(rectangle('y', [unit * 0.05, width, unit * 0.05], length - unit * 0.1, height - unit * 0.1), 'top', 'detail')
    scene.face(rectangle('y', [length * 0.13, width, height * 0.58], length * 0.74, height * 0.32), 'deep')
    const curve: Point[] = Array.from({ length: 23 }, (_, index) => [
      length * (0.19 + 0.028 * index),
      width,
      height * (0.74 + 0.075 * Math.sin(index * 0.57)),
    ])
    scene.line(curve, 'pale')
    for (const [index, ink] of (['right', 'top', 'top'] as const).entries())
      scene.cylinder([length * (0.19 + index * 0.155), width, height * 0.46], 'y', button, unit * 0.03, ink, ink)
    scene.lines(
      [0.32, 0.26, 0.2, 0.14].map((up): readonly Point[] => [
        [length * 0.14, width, height * up],
        [length * 0.5, width, height * up],
      ]),
    )
    const [x, z, stop] = [length * 0.74, height * 0.29, unit * 0.1]
    scene.face(rectangle('y', [x - stop * 1.3, width, z - stop * 1.3], stop * 2.6, stop * 2.6), 'tape')
    scene.cylinder([x, width, z], 'y', stop * 0.6, unit * 0.04, 'deep', 'deep')
    scene.cylinder([x, width + unit * 0.04, z], 'y', stop, unit * 0.045, 'right', 'right')
    for (const part of [0.3, 0.7]) scene.cylinder([length, width * part, height * 0.1], 'x', width * 0.12, unit * 0.07, 'left', 'top')
    scene.dimension([0, width, 0], [length, width, 0], [0, 1, 0], body.length)
    scene.dimension([length, width, 0], [length, 0, 0], [1, 0, 0], body.width, unit * 0.1)
    scene.dimension([0, width, 0], [0, width, height], [-1, 1, 0], body.height)
  },
}

/** A photo-eye on a bracket. */
export const sensor: SceneDefinition = {
  noun: () => 'photoelectric sensor',
  detail: () => 'on its bracket',
  measures: NO_MEASURES,
  paint: (scene) => {
    scene.shadow([0, 0, 0], 300, 230, 90)
    scene.box([0, 0, 0], [300, 230, 20], { top: 'top' })
    for (const [x, y] of [
      [235, 60],
      [235, 170],
    ])
      scene.disc([x ?? 0, y ?? 0, 20], 'z', 20, 'deep', 'detail')
    scene.box([0, 0, 20], [20, 230, 420])
    scene.face(rectangle('x', [20, 30, 300], 44, 110), 'deep', 'detail')
    scene.cylinder([80, 118, 100], 'z', 15, 90, 'deep', 'deep')
    const cable: Point[] = Array.from({ length: 15 }, (_, index) => [80, 118 + index * 5.5, 38 + 62 * (1 - index / 14) ** 2])
    scene.line(cable)
    scene.cylinder([80, 190, 38], 'y', 15, 80, 'right', 'deep')
    scene.box([20, 50, 170], [150, 136, 210], { left: 'left', right: 'right' })
    scene.cylinder([170, 118, 310], 'x', 44, 26, 'left', 'top')
    scene.disc([196, 118, 310], 'x', 29, 'tape')
    scene.disc([170, 118, 220], 'x', 18, 'tint', 'detail')
    scene.line(
      [
        [214, 118, 310],
        [470, 118, 310],
      ],
      'fold',
    )
    scene.face(
      [
        [500, 118, 310],
        [466, 132, 310],
        [466, 104, 310],
      ],
      'right',
      'detail',
    )
  },
}

function loop([x0, , z0]: Point, r0: number, [x1, , z1]: Point, r1: number, thick: number): readonly (readonly [number, number])[] {
  const lean = Math.acos((r0 - r1) / (x1 - x0))
  const arc = (x: number, z: number, radius: number, from: number, to: number): (readonly [number, number])[] =>
    Array.from({ length: 19 }, (_, index) => {
      const turn = from + ((to - from) * index) / 18
      return [x + Math.cos(turn) * radius, z + Math.sin(turn) * radius] as const
    })
  // clockwise as seen from the left: around the large pulley's back, then over to the small one
  return [...arc(x0, z0, r0 + thick, 2 * Math.PI - lean, lean), ...arc(x1, z1, r1 + thick, lean, -lean)]
}

function pulley(scene: Scene, center: Point, radius: number): void {
  scene.disc(center, 'y', radius - 8, 'top')
  scene.disc(center, 'y', radius * 0.74, 'none', 'detail')
  boltCircle(scene, center, 'y', radius * 0.52, radius * 0.11, 5)
  scene.disc(center, 'y', radius * 0.26, 'right')
  scene.disc(center, 'y', radius * 0.12, 'top', 'detail')
}
