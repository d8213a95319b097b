import { along, type Point, rectangle, type Scene } from '../iso.ts'
import { boltCircle } from './cutters.ts'
import { NO_MEASURES, type SceneDefinition } from './definition.ts'

/** A toothed belt around two pulleys. */
export const driveBelt: SceneDefinition = {
  noun: () => 'drive belt',
  detail: () => 'around two pulleys',
  measures: NO_MEASURES,
  paint: (scene) => {
    const wide = 90
    const [small, large] = [110, 190]
    const [near, far]: readonly [Point, Point] = [[0, 0, 250], [640, 0, 250]]
    scene.shadow([-120, 0, 30], 900, wide, 40)
    const outer = loop(near, large, far, small, 26)
    const inner = loop(near, large, far, small, 0)
    const at = (across: number) => ([x, z]: readonly [number, number]): Point => [x, across, z]
    // the band drawn out along y: back edge, the outside that faces up and right, then the front edge
    scene.face(outer.map(at(0)), 'deep')
    for (const [index, [x0, z0]] of outer.entries()) {
      const [x1, z1] = outer[(index + 1) % outer.length] ?? [x0, z0]
      if (z0 - z1 + (x1 - x0) > 0) scene.face([[x0, 0, z0], [x1, 0, z1], [x1, wide, z1], [x0, wide, z0]], 'right', 'bare')
    }
    scene.face(outer.map(at(wide)), 'left')
    scene.face(inner.map(at(wide)), 'board', 'detail')
    pulley(scene, along(near, 'y', wide), large)
    pulley(scene, along(far, 'y', wide), small)
  },
}

/** A motor with its gearbox. */
export const gearMotor: SceneDefinition = {
  noun: () => 'gear motor',
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
    scene.face([[120, 340, 231], [150, 340, 231], [150, 430, 231], [120, 430, 231]], 'deep', 'detail')
    boltCircle(scene, [300, 185, 175], 'x', 110, 10, 4)
  },
}

/** A control panel with display, buttons and emergency stop. */
export const controlPanel: SceneDefinition = {
  noun: () => 'control panel',
  measures: NO_MEASURES,
  paint: (scene) => {
    const [length, width, height] = [520, 170, 620]
    scene.shadow([0, 0, 0], length, width, 200)
    scene.box([0, 0, 0], [length, width, height])
    scene.face(rectangle('y', [24, width, 24], length - 48, height - 48), 'top', 'detail')
    scene.face(rectangle('y', [70, width, 370], length - 140, 190), 'deep')
    const curve: Point[] = Array.from({ length: 23 }, (_, index) => [100 + (index / 22) * (length - 200), width, 465 + Math.sin(index * 0.57) * 45])
    scene.line(curve, 'pale')
    for (const [index, ink] of (['right', 'top', 'top'] as const).entries()) scene.cylinder([100 + index * 84, width, 285], 'y', 27, 16, ink, ink)
    scene.face(rectangle('y', [326, width, 66], 130, 130), 'tape')
    scene.cylinder([391, width, 131], 'y', 30, 22, 'deep', 'deep')
    scene.cylinder([391, width + 22, 131], 'y', 50, 24, 'right', 'right')
    scene.lines([200, 165, 130, 95].map((z): readonly Point[] => [[76, width, z], [270, width, z]]))
    scene.disc([391, width, 285], 'y', 27, 'none', 'detail')
    scene.line([[391, width, 265], [391, width, 305]])
    for (const y of [50, 120]) scene.cylinder([length, y, 40], 'x', 20, 34, 'left', 'top')
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
    for (const [x, y] of [[235, 60], [235, 170]]) scene.disc([x ?? 0, y ?? 0, 20], 'z', 20, 'deep', 'detail')
    scene.box([0, 0, 20], [20, 230, 420])
    scene.face(rectangle('x', [20, 30, 300], 44, 110), 'deep', 'detail')
    scene.cylinder([80, 118, 100], 'z', 15, 90, 'deep', 'deep')
    const cable: Point[] = Array.from({ length: 15 }, (_, index) => [80 + index * 16, 118 + index * 12, 28 + Math.cos(index * 0.23) * 72 * (1 - index / 15)])
    scene.line(cable)
    scene.box([20, 50, 170], [150, 136, 210], { left: 'left', right: 'right' })
    scene.cylinder([170, 118, 310], 'x', 44, 26, 'left', 'top')
    scene.disc([196, 118, 310], 'x', 29, 'tape')
    scene.disc([170, 118, 220], 'x', 18, 'tint', 'detail')
    scene.line([[214, 118, 310], [470, 118, 310]], 'fold')
    scene.face([[500, 118, 310], [466, 132, 310], [466, 104, 310]], 'right', 'detail')
  },
}

function loop([x0, , z0]: Point, r0: number, [x1, , z1]: Point, r1: number, thick: number): readonly (readonly [number, number])[] {
  const lean = Math.acos((r0 - r1) / (x1 - x0))
  const arc = (x: number, z: number, radius: number, from: number, to: number): (readonly [number, number])[] =>
    Array.from({ length: 25 }, (_, index) => {
      const turn = from + ((to - from) * index) / 24
      return [x + Math.cos(turn) * radius, z + Math.sin(turn) * radius] as const
    })
  // clockwise as seen from the left: around the large pulley's back, then over to the small one
  return [...arc(x0, z0, r0 + thick, 2 * Math.PI - lean, lean), ...arc(x1, z1, r1 + thick, lean, -lean)]
}

function pulley(scene: Scene, centre: Point, radius: number): void {
  scene.disc(centre, 'y', radius - 8, 'top')
  scene.disc(centre, 'y', radius * 0.74, 'none', 'detail')
  boltCircle(scene, centre, 'y', radius * 0.52, radius * 0.11, 5)
  scene.disc(centre, 'y', radius * 0.26, 'right')
  scene.disc(centre, 'y', radius * 0.12, 'top', 'detail')
}
