import type { ComponentProps } from 'react'
import { pictureFiles } from '#domain/picture.ts'

interface PictureProps extends Omit<ComponentProps<'img'>, 'src' | 'srcSet'> {
  src: string
  alt: string
  /** Displayed width, as the HTML attribute `sizes`. */
  sizes: string
}

/** A picture: an uploaded one in the size and format that fits, any other from the one file it has. */
export function Picture({ src, sizes, alt, ...image }: PictureProps) {
  const files = pictureFiles(src)
  if (!files) return <img src={src} alt={alt} {...image} />
  const from = (format: 'avif' | 'webp') => files.map((file) => `${file[format]} ${file.width}w`).join(', ')
  return (
    <picture className="contents">
      <source type="image/avif" srcSet={from('avif')} sizes={sizes} />
      <source type="image/webp" srcSet={from('webp')} sizes={sizes} />
      <img src={src} alt={alt} {...image} />
    </picture>
  )
}
