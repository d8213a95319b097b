import { expect, test } from 'vitest'
import { pictureFiles, pictureSize } from './picture.ts'

test('the address of an uploaded picture says its size and its smaller files', () => {
  expect(pictureSize('/media/aB_-cd-1600x1067.webp')).toEqual({ width: 1600, height: 1067 })
  expect(pictureFiles('/media/aB_-cd-700x500.webp')).toEqual([
    { width: 480, webp: '/media/aB_-cd-480.webp', avif: '/media/aB_-cd-480.avif' },
    { width: 700, webp: '/media/aB_-cd-700x500.webp', avif: '/media/aB_-cd-700x500.avif' },
  ])
  expect(pictureFiles('/media/aB_-cd-480x300.webp')?.map(({ width }) => width)).toEqual([480])
  expect(pictureFiles('/media/aB_-cd-1600x1067.webp')?.map(({ width }) => width)).toEqual([480, 960, 1600])
})

test.each(['/media/abcdefghij.webp', '/drawings/x/mat-maker.svg', 'https://cdn.test/media/a-1x1.webp', '/media/../a-1x1.webp', ''])(
  '%s is no uploaded picture with sizes',
  (address) => {
    expect(pictureFiles(address)).toBeNull()
  },
)
