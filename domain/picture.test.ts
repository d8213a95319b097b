import { expect, test } from 'vitest'
import { boldDrawing, drawnView, isDrawing, pictureFiles, pictureSize, rasterPath } from './picture.ts'

test('the address of an uploaded picture says its size and its smaller files', () => {
  expect(pictureSize('/media/aB_-cd-1600x1067.webp')).toEqual({ width: 1600, height: 1067 })
  expect(pictureFiles('/media/aB_-cd-700x500.webp')).toEqual([
    { width: 480, webp: '/media/aB_-cd-480.webp', avif: '/media/aB_-cd-480.avif' },
    { width: 700, webp: '/media/aB_-cd-700x500.webp', avif: '/media/aB_-cd-700x500.avif' },
  ])
  expect(pictureFiles('/media/aB_-cd-480x300.webp')?.map(({ width }) => width)).toEqual([480])
  expect(pictureFiles('/media/aB_-cd-1600x1067.webp')?.map(({ width }) => width)).toEqual([480, 960, 1600])
})

test.each([
  '/media/abcdefghij.webp',
  '/drawings/x/mat-maker.svg',
  'https://cdn.test/media/a-1x1.webp',
  '/media/../a-1x1.webp',
  '/media/a-1x1.webp.exe',
  '',
])('%s is no uploaded picture with sizes', (address) => {
  expect(pictureFiles(address)).toBeNull()
})

test.each([
  ['/drawings/x/mat-maker.svg', '/drawings/x/mat-maker.png'],
  ['/drawings/x/mat-maker.svg?v=2', '/drawings/x/mat-maker.png?v=2'],
  ['/drawings/x/mat.svg.webp', '/drawings/x/mat.svg.webp'],
  ['/media/a-1x1.webp', '/media/a-1x1.webp'],
  ['https://cdn.test/drawings/x/y.svg', 'https://cdn.test/drawings/x/y.svg'],
])('a program that shows no SVG gets %s as %s', (address, raster) => {
  expect(rasterPath(address)).toBe(raster)
})

test.each([
  ['/drawings/eco-mat/front.svg', { slug: 'eco-mat', view: 'front' }, '/drawings/eco-mat/front.svg?size=card'],
  ['/drawings/eco-mat/front.svg?v=2', { slug: 'eco-mat', view: 'front' }, '/drawings/eco-mat/front.svg?v=2&size=card'],
  ['/drawings/eco-mat/front.svgz', null, null],
  ['/drawings/eco-mat/', null, null],
  ['/drawings/a/b/front.svg', null, null],
  ['https://cdn.test/drawings/eco-mat/front.svg', null, null],
  ['/media/a-1x1.webp', null, null],
])('F7.2.1 the drawing at %s shows %j, its bold variant is %j', (address, view, bold) => {
  expect(drawnView(address)).toEqual(view)
  expect(boldDrawing(address)).toBe(bold)
})

test('a drawing by the shop is no photo', () => {
  expect(['/drawings/x/y.svg', '/media/a-1x1.webp', '/media/x/drawings/', ''].map(isDrawing)).toEqual([true, false, false, false])
})
