import { board, type Size } from '#drawings/cardboard.ts'
import { type Point, rectangle, type Scene } from '#drawings/iso.ts'
import { type Body, roundBody, type SceneDefinition, solidBody } from './definition.ts'

const BARREL: Size = [65, 18, 18]
const SWITCH: Size = [90, 31, 30]
const BAR: Size = [760, 120, 140]

/** A photocell: a threaded barrel with two nuts in the upright of a bracket, its cable behind. */
export const sensor: SceneDefinition = {
  noun: () => 'photocell',
  detail: () => 'with a threaded barrel and two nuts on a bracket',
  measures: ({ length, diameter }) => roundBody(length, diameter, BARREL, 8).measures,
  needs: ['length', 'diameter'],
  paint: (scene, { length, diameter }) => {
    const body = roundBody(length, diameter, BARREL, 8)
    const [long, across] = body.size
    const radius = across / 2
    const axis: Point = [0, 0, across * 2.3]
    const at = long * 0.46 // of the upright
    const plate = across * 0.16
    const [deep, wide] = [across * 1.9, across * 1.5]
    scene.shadow([at - deep, -wide / 2, 0], deep + plate, wide, across * 1.5)
    scene.box([at - deep, -wide / 2, 0], [deep + plate, wide, plate])
    for (const part of [0.25, 0.75]) scene.disc([at - deep * 0.6, -wide / 2 + wide * part, plate], 'z', across * 0.14, 'deep', 'detail')
    const cable: Point[] = Array.from({ length: 17 }, (_, index) => {
      const part = index / 16
      return [-across * 2.2 * part, across * 0.2 * Math.sin(part * 3), axis[2] * (1 - part) ** 2 + across * 0.2]
    })
    scene.line(cable, 'cable')
    scene.cylinder([-across * 0.5, 0, axis[2]], 'x', radius * 0.55, across * 0.5, 'right', 'right')
    scene.cylinder(axis, 'x', radius, at - plate, 'left', 'left')
    nut(scene, at - plate * 2.4, axis[2], radius)
    scene.box([at - plate, -wide / 2, plate], [plate, wide, axis[2] + across * 0.8 - plate])
    nut(scene, at, axis[2], radius)
    scene.cylinder([at + plate * 1.4, 0, axis[2]], 'x', radius, long - at - plate * 1.4, 'left', 'top')
    for (let thread = 1; thread < 7; thread++)
      scene.disc([at + plate * 1.4 + ((long - at - plate * 1.4) * thread) / 7.6, 0, axis[2]], 'x', radius, 'left', 'detail')
    scene.cylinder([long * 0.97, 0, axis[2]], 'x', radius, long * 0.03, 'left', 'top')
    scene.disc([long, 0, axis[2]], 'x', radius * 0.62, 'tape', 'detail')
    scene.dimension([0, 0, axis[2] + radius], [long, 0, axis[2] + radius], [0, 0, 1], body.length, across * 0.9)
    scene.dimension([long, 0, axis[2] - radius], [long, 0, axis[2] + radius], [1, -1, 0], body.width, across * 0.5)
  },
}

/** A nut of six sides around the x axis. */
function nut(scene: Scene, x: number, z: number, radius: number): void {
  const thick = radius * 0.42
  const ring = (at: number): Point[] =>
    Array.from({ length: 6 }, (_, index) => {
      const turn = (index / 6) * Math.PI * 2 + 0.3
      return [at, Math.cos(turn) * radius * 1.5, z + Math.sin(turn) * radius * 1.5]
    })
  const [far, near] = [ring(x), ring(x + thick)]
  const sides = far.flatMap((point, index) => {
    const next = (index + 1) % 6
    const [b, c, d] = [far[next], near[next], near[index]]
    return b && c && d && point[1] + point[2] + b[1] + b[2] > z * 2 - radius ? [[point, b, c, d]] : []
  })
  scene.faces(sides, 'tint', 'detail').face(near, 'top')
}

/** A hood's safety switch: its body, and the separate actuator that the hood carries. */
export const safetySwitch: SceneDefinition = {
  noun: () => 'safety switch with actuator',
  measures: ({ dimensions }) => solidBody(dimensions, SWITCH, 5).measures,
  needs: ['dimensions'],
  paint: (scene, { dimensions }) => {
    const body = solidBody(dimensions, SWITCH, 5)
    const [length, width, height] = body.size
    scene.shadow([0, 0, 0], length * 1.1, width, height * 0.6)
    const cable: Point[] = Array.from({ length: 15 }, (_, index) => [
      -length * 0.12 - length * 0.045 * index,
      width * (0.5 + 0.35 * Math.sin(index / 5)),
      height * (0.5 - 0.03 * index),
    ])
    scene.line(cable, 'cable')
    scene.cylinder([-length * 0.13, width / 2, height / 2], 'x', height * 0.26, length * 0.13, 'deep', 'deep')
    scene.box([0, 0, 0], [length * 0.68, width, height], { top: 'top', left: 'left', right: 'right' })
    for (const part of [0.1, 0.58]) scene.disc([length * part, width * 0.5, height], 'z', height * 0.12, 'deep', 'detail')
    scene.face(rectangle('z', [length * 0.2, width * 0.24, height], length * 0.28, width * 0.52), 'tape', 'detail')
    // the head with its slot, into which the actuator's tongue goes
    scene.box([length * 0.68, width * 0.06, height * 0.06], [length * 0.32, width * 0.88, height * 0.94], {
      left: 'right',
      right: 'right',
      top: 'tint',
    })
    scene.face(rectangle('x', [length, width * 0.26, height * 0.44], width * 0.48, height * 0.2), 'deep', 'detail')
    const start = length * 1.22
    scene.face(rectangle('z', [start, width * 0.32, height * 0.54], length * 0.24, width * 0.36), 'tint')
    scene.box([start + length * 0.24, -width * 0.2, height * 0.12], [height * 0.26, width * 1.4, height * 0.86])
    for (const part of [0.02, 0.98])
      scene.disc([start + length * 0.24 + height * 0.26, width * part, height * 0.55], 'x', height * 0.13, 'deep', 'detail')
    scene.dimension([0, width, 0], [length, width, 0], [0, 1, 0], body.length)
    scene.dimension([0, 0, height], [0, width, height], [-1, 0, 0.4], body.width, length * 0.06)
    scene.dimension([0, width, 0], [0, width, height], [-1, 1, 0], body.height)
  },
}

/** A bar that finds staples in the sheet passing under it. */
export const detectorBar: SceneDefinition = {
  noun: () => 'metal detector bar',
  detail: () => 'with a sheet of cardboard passing under it and a lamp on top',
  measures: ({ dimensions }) => barOf(dimensions).measures,
  needs: ['dimensions'],
  paint: (scene, { dimensions, feedWidth }) => {
    const body = barOf(dimensions)
    const [length, width, height] = body.size
    const foot = Math.max(length * 0.05, Math.min(length * 0.12, (length - (feedWidth?.mm ?? length * 0.84)) / 2))
    const gap = height * 0.34
    const [from, to] = [-length * 0.24, width + length * 0.28]
    // the bar's length is across the feed: it runs along y, the sheet along x
    scene.shadow([from, 0, 0], to - from, length, 0)
    scene.box([0, 0, 0], [width, foot, height])
    board(scene, [from, foot + 8, 6], [to - from, length - 2 * foot - 16, 12])
    scene.box([0, foot, gap], [width, length - 2 * foot, height - gap], { right: 'right' })
    scene.box([0, length - foot, 0], [width, foot, height])
    scene.lines(
      [0.3, 0.5, 0.7].map((part): readonly Point[] => [
        [width, foot, gap + (height - gap) * part],
        [width, length - foot, gap + (height - gap) * part],
      ]),
      'pale',
    )
    const lamp: Point = [width / 2, length * 0.82, height]
    scene.cylinder(lamp, 'z', height * 0.2, height * 0.16, 'deep', 'deep')
    scene.cylinder([lamp[0], lamp[1], lamp[2] + height * 0.16], 'z', height * 0.17, height * 0.42, 'tape', 'tape')
    scene.box([width * 0.2, length * 0.14, height], [width * 0.6, length * 0.16, height * 0.3])
    scene.disc([width * 0.5, length * 0.22, height * 1.3], 'z', height * 0.09, 'right', 'detail')
    // staples in the sheet before the bar
    scene.lines(
      [0.3, 0.62].map((part): readonly Point[] => [
        [from * 0.55, length * part, 20],
        [from * 0.55, length * part + 34, 20],
      ]),
      'outline',
    )
    scene.dimension([width, length, 0], [width, 0, 0], [1, 0, 0], body.length, to - width)
    scene.dimension([0, length, 0], [width, length, 0], [0, 1, 0], body.width)
    scene.dimension([0, length, 0], [0, length, height], [-1, 1, 0], body.height)
  },
}

const barOf = (dimensions: Parameters<typeof solidBody>[0]): Body => solidBody(dimensions, BAR, 8)
