import { type Point, rectangle, type Scene } from '../iso.ts'
import { NO_MEASURES, type SceneDefinition } from './definition.ts'
import { legs } from './machine-details.ts'

/** A dust extractor: fan, filter sack and dust bag. */
export const dustExtractor: SceneDefinition = {
  noun: () => 'dust extractor',
  detail: () => 'with a filter sack above and a dust bag below',
  measures: NO_MEASURES,
  paint: (scene) => {
    scene.shadow([0, 0, 0], 620, 460, 240)
    scene.box([0, 0, 0], [640, 460, 50])
    legs(scene, [20, 30, 50], [400, 400, 420], 34)
    scene.cylinder([220, 230, 60], 'z', 160, 330, 'lining', 'lining')
    scene.lines([0.3, 0.5, 0.7].map((turn): readonly Point[] => [[220 + 160 * Math.cos(turn), 230 + 160 * Math.sin(turn), 90], [220 + 150 * Math.cos(turn), 230 + 150 * Math.sin(turn), 370]]))
    scene.cylinder([220, 230, 400], 'z', 170, 24, 'tape', 'tape')
    scene.cylinder([220, 230, 424], 'z', 190, 150, 'right', 'top')
    scene.cylinder([220, 230, 574], 'z', 170, 24, 'tape', 'tape')
    scene.cylinder([220, 230, 598], 'z', 160, 480, 'top', 'top')
    scene.disc([220, 230, 1078], 'z', 110, 'none', 'detail')
    const seams = [-0.2, 0.35, 0.8, 1.25, 1.75].map((turn): readonly Point[] => [[220 + 160 * Math.cos(turn), 230 + 160 * Math.sin(turn), 620], [220 + 160 * Math.cos(turn), 230 + 160 * Math.sin(turn), 1074]])
    scene.lines(seams)
    scene.cylinder([400, 230, 500], 'x', 62, 60, 'left', 'left')
    scene.cylinder([450, 230, 500], 'x', 130, 80, 'left', 'top')
    scene.disc([530, 230, 500], 'x', 70, 'deep')
    scene.cylinder([530, 230, 500], 'x', 62, 90, 'left', 'deep')
    scene.box([440, 140, 50], [140, 180, 300], { left: 'left' })
    for (const y of [180, 230, 280]) scene.line([[580, y, 100], [580, y, 300]], 'pale')
  },
}

/** A pleated filter cartridge. */
export const filterCartridge: SceneDefinition = {
  noun: () => 'pleated filter cartridge',
  measures: NO_MEASURES,
  paint: (scene) => {
    const [radius, height] = [190, 560]
    scene.shadow([-60, -190, 0], 160, 380, 260)
    scene.cylinder([0, 0, 0], 'z', radius + 22, 46, 'right', 'right')
    scene.cylinder([0, 0, 46], 'z', radius, height, 'top', 'top')
    const pleats = Array.from({ length: 23 }, (_, index): readonly Point[] => {
      const turn = -Math.PI / 4 + 0.08 + (index / 22) * (Math.PI - 0.16)
      const [x, y] = [Math.cos(turn) * radius, Math.sin(turn) * radius]
      return [[x, y, 48], [x, y, 44 + height]]
    })
    scene.lines(pleats)
    for (const level of [0.36, 0.68]) band(scene, radius, 46 + height * level, 26)
    scene.cylinder([0, 0, 46 + height], 'z', radius + 22, 46, 'right', 'top')
    scene.disc([0, 0, 92 + height], 'z', radius * 0.72, 'none', 'detail')
    scene.disc([0, 0, 92 + height], 'z', radius * 0.56, 'deep')
  },
}

/** Oil, grease and a cloth for the cutters. */
export const lubricantKit: SceneDefinition = {
  noun: () => 'lubricant kit',
  detail: () => 'with oil bottle, grease tin and brush',
  measures: NO_MEASURES,
  paint: (scene) => {
    scene.shadow([0, 0, 0], 560, 330, 120)
    scene.box([0, 0, 0], [200, 130, 360])
    scene.cylinder([100, 65, 360], 'z', 42, 40, 'left', 'top')
    scene.cylinder([100, 65, 400], 'z', 24, 90, 'tape', 'tape')
    scene.face(rectangle('y', [24, 130, 90], 152, 170), 'top')
    drop(scene, [100, 130, 170], 52)
    scene.cylinder([390, 110, 0], 'z', 125, 150, 'right', 'right')
    scene.cylinder([390, 110, 150], 'z', 132, 34, 'left', 'top')
    scene.disc([390, 110, 184], 'z', 104, 'none', 'detail')
    scene.box([70, 290, 0], [270, 44, 30], { top: 'tape' })
    scene.box([340, 282, 0], [50, 60, 38], { top: 'top' })
    scene.box([390, 278, 4], [90, 68, 30], { top: 'lining', left: 'board', right: 'edge' })
    scene.lines([0.2, 0.4, 0.6, 0.8].map((part): readonly Point[] => [[390, 278 + 68 * part, 34], [480, 278 + 68 * part, 34]]))
  },
}

/** An open tool case with spanner, keys and driver. */
export const toolKit: SceneDefinition = {
  noun: () => 'tool kit',
  detail: () => 'in an open case',
  measures: NO_MEASURES,
  paint: (scene) => {
    const [length, width, height] = [620, 420, 90]
    scene.shadow([0, 0, 0], length, width, 70)
    scene.box([0, -50, 0], [length, 50, height + 330], { left: 'deep' })
    scene.box([0, 0, 0], [length, width, height])
    scene.face(rectangle('z', [24, 24, height], length - 48, width - 48), 'deep')
    spanner(scene, [70, 90, height], 360)
    for (const [index, long] of [250, 200, 150].entries()) {
      const y = 190 + index * 60
      scene.face([[80, y, height], [80 + long, y, height], [80 + long, y - 44, height], [96 + long, y - 44, height], [96 + long, y + 16, height], [80, y + 16, height]], 'tint', 'detail')
    }
    scene.face(rectangle('z', [430, 70, height], 130, 56), 'tape')
    scene.face(rectangle('z', [420, 200, height], 150, 60), 'tape')
    scene.face(rectangle('z', [370, 222, height], 50, 16), 'top', 'detail')
    scene.face(rectangle('z', [420, 310, height], 150, 56), 'top')
    scene.lines([450, 480, 510, 540].map((x): readonly Point[] => [[x, 310, height], [x, 366, height]]))
    for (const x of [130, 430]) scene.box([x, width, 34], [60, 14, 40], { left: 'tape', top: 'tape' })
    scene.box([260, width, 30], [110, 34, 18])
    scene.lines([140, 230, 320].map((z): readonly Point[] => [[60, 0, z + 20], [length - 60, 0, z + 20]]), 'pale')
  },
}

function band(scene: Scene, radius: number, level: number, high: number): void {
  const edge = (z: number): Point[] =>
    Array.from({ length: 25 }, (_, index) => {
      const turn = -Math.PI / 4 + (index / 24) * Math.PI
      return [Math.cos(turn) * radius, Math.sin(turn) * radius, z]
    })
  scene.face([...edge(level), ...edge(level + high).reverse()], 'tape')
}

function drop(scene: Scene, [x, y, z]: Point, size: number): void {
  const round: Point[] = Array.from({ length: 17 }, (_, index) => {
    const turn = Math.PI * (1 - 0.12) + (index / 16) * Math.PI * 1.24
    return [x + Math.cos(turn) * size * 0.62, y, z - size * 0.1 + Math.sin(turn) * size * 0.62]
  })
  scene.face([[x, y, z + size * 1.2], ...round], 'right')
}

function spanner(scene: Scene, [x, y, z]: Point, length: number): void {
  scene.face(rectangle('z', [x + 30, y - 12, z], length - 60, 24), 'top')
  for (const [at, radius] of [[x + 20, 34], [x + length - 20, 28]]) {
    scene.disc([at ?? x, y, z], 'z', radius ?? 30, 'top')
    scene.disc([at ?? x, y, z], 'z', (radius ?? 30) * 0.5, 'deep', 'detail')
  }
}
