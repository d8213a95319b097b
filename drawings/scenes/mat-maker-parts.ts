import type { Size } from '#drawings/cardboard.ts'
import { along, type Point, rectangle, type Scene } from '#drawings/iso.ts'

/** The path of the sheet: its near edge across the machine, its width and its height above the floor. */
export type Feed = { readonly y: number; readonly width: number; readonly level: number }

/** A port for a dust extractor on top of the head, from the middle of its foot. */
export function dustPort(scene: Scene, at: Point, radius: number): void {
  scene.cylinder(at, 'z', radius * 1.25, 12, 'left', 'top')
  scene.cylinder(along(at, 'z', 12), 'z', radius, radius * 1.7, 'right', 'right')
  scene.cylinder(along(at, 'z', 12 + radius * 1.7), 'z', radius * 1.08, 16, 'tape', 'tape')
  scene.disc(along(at, 'z', 28 + radius * 1.7), 'z', radius * 0.86, 'deep')
}

/** Two powered rollers that draw the sheet in, with the handwheel that sets their gap. */
export function feedRollers(scene: Scene, { y, width, level }: Feed, table: number): void {
  const radius = table * 0.12
  const [near, far] = [-table * 0.62, -table * 0.24]
  for (const x of [near, far]) {
    scene.box([x - radius, y - 34, level - 20], [radius * 2, 30, radius * 3.2])
    scene.cylinder([x, y - 4, level + radius + 18], 'y', radius, width + 8, 'right', 'right')
    scene.box([x - radius, y + width + 4, level - 20], [radius * 2, 30, radius * 3.2])
  }
  const wheel: Point = [near, y + width + 34, level + radius * 1.9]
  scene.cylinder(wheel, 'y', radius * 0.3, 40, 'deep', 'deep')
  const hub = along(wheel, 'y', 40)
  scene.disc(hub, 'y', radius * 2.1, 'tape').disc(hub, 'y', radius * 1.6, 'left', 'detail')
  const spokes = [0.5, 2.6, 4.7].map((turn): readonly Point[] => [
    hub,
    [hub[0] + Math.cos(turn) * radius * 1.7, hub[1], hub[2] + Math.sin(turn) * radius * 1.7],
  ])
  scene.lines(spokes, 'outline').disc(hub, 'y', radius * 0.34, 'deep', 'detail')
}

/** A photocell beside the board's path, on a post. */
export function photocells(scene: Scene, [x, y, z]: Point, size: number): void {
  scene.box([x, y, z - size * 0.3], [size * 0.5, size * 0.5, size * 1.2])
  scene.box([x - size * 0.25, y - size * 0.2, z + size * 0.9], [size, size, size * 0.8], { left: 'deep', right: 'deep', top: 'tint' })
  scene.disc([x + size * 0.25, y + size * 0.8, z + size * 1.3], 'y', size * 0.24, 'tape', 'detail')
}

/** A fixed tunnel over the infeed, which keeps hands out. */
export function tunnelGuard(scene: Scene, { y, width, level }: Feed, long: number, high: number): void {
  const wall = 26
  scene.prism(
    [
      [-long, level + high * 0.5],
      [-long, level + high * 0.86],
      [-long * 0.86, level + high],
      [0, level + high],
      [0, level + high * 0.5],
    ],
    y - wall,
    width + 2 * wall,
    { left: 'left', top: 'tape' },
  )
  scene.face(rectangle('y', [-long, y + width + wall, level - 20], long, high * 0.52 + 20), 'left')
  scene.lines(
    [0.25, 0.5, 0.75].map((part): readonly Point[] => [
      [-long * part, y + width + wall, level + high * 0.16],
      [-long * part, y + width + wall, level + high * 0.84],
    ]),
    'outline',
  )
}

/** Two round knives at the edges of the throat. */
export function trimKnives(scene: Scene, [x, y, z]: Point, width: number, radius: number): void {
  for (const across of [y + radius * 0.2, y + width - radius * 0.2]) {
    const half: Point[] = Array.from({ length: 15 }, (_, index) => {
      const turn = (index / 14) * Math.PI
      return [x + Math.cos(turn) * radius * 1.25, across, z + Math.sin(turn) * radius * 1.25]
    })
    scene.face(half, 'tape')
    scene.line([along([x, across, z], 'x', -radius * 0.2), [x + radius * 0.2, across, z + radius * 0.3]])
  }
}

/** The bin beside the machine into which the trimmed edges fall, from its far corner on the floor. */
export function trimBin(scene: Scene, [x, y, z]: Point, [length, width, height]: Size, from: number): void {
  const near = y + width
  scene.face(rectangle('z', [x, y, z + height * 0.86], length, width), 'deep')
  const strips = [0.2, 0.42, 0.64, 0.84].map((part, index): readonly Point[] => {
    const [a, wide] = [x + length * part, length * 0.09]
    const reach = width * (0.35 + 0.1 * (index % 3))
    return [
      [a, y, from],
      [a + wide, y, from],
      [a + wide, y + reach * 0.7, from - (from - height) * 0.3],
      [a + wide, y + reach, height * 0.8],
      [a, y + reach, height * 0.8],
      [a, y + reach * 0.7, from - (from - height) * 0.3],
    ]
  })
  scene.face(rectangle('y', [x + length * 0.1, y, from - 24], length * 0.86, 48), 'deep', 'detail')
  scene.faces(strips, 'board', 'detail')
  scene.face(rectangle('y', [x, near, z], length, height), 'lining')
  scene.face(rectangle('x', [x + length, y, z], width, height), 'edge')
  scene.line([
    [x + length * 0.3, near, z + height * 0.72],
    [x + length * 0.7, near, z + height * 0.72],
  ])
}

/** The scale of the gap between the shafts, 3 to 10 mm: a tick for each millimeter and a pointer. */
export function gapScale(scene: Scene, [x, y, z]: Point, size: number): void {
  const wide = size * 0.46
  scene.face(rectangle('y', [x, y, z], wide, size), 'top')
  const ticks = Array.from({ length: 8 }, (_, index): readonly Point[] => {
    const level = z + size * (0.1 + (0.8 * index) / 7)
    return [
      [x + wide * 0.5, y, level],
      [x + wide * (index % 7 ? 0.82 : 0.94), y, level],
    ]
  })
  scene.lines(ticks, 'outline')
  scene.line([
    [x + wide * 0.28, y, z + size * 0.08],
    [x + wide * 0.28, y, z + size * 0.92],
  ])
  scene.cylinder([x + wide * 0.28, y, z + size * 0.56], 'y', size * 0.15, size * 0.16, 'tape', 'tape')
}

/** An hour meter with its digits, and the load display above it: a dial. */
export function hourMeter(scene: Scene, [x, y, z]: Point, size: number): void {
  scene.disc([x, y, z + size * 1.2], 'y', size * 1.05, 'top')
  scene.line([
    [x, y, z + size * 1.2],
    [x + size * 0.5, y, z + size * 1.75],
  ])
  const marks = [0.15, 0.32, 0.5, 0.68, 0.85].map((part): readonly Point[] => {
    const turn = Math.PI * part
    return [0.74, 0.95].map((reach): Point => [x + Math.cos(turn) * size * reach, y, z + size * (1.2 + Math.sin(turn) * reach)])
  })
  scene.lines(marks)
  scene.face(rectangle('y', [x - size, y, z - size * 0.95], size * 2, size * 0.8), 'deep')
  for (let digit = 0; digit < 4; digit++)
    scene.face(rectangle('y', [x - size * 0.82 + digit * size * 0.43, y, z - size * 0.82], size * 0.34, size * 0.54), 'top', 'bare')
}
