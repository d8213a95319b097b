import type { ComponentProps } from 'react'
import { boldDrawing, pictureFiles } from '#domain/picture.ts'

interface PictureProps extends Omit<ComponentProps<'img'>, 'src' | 'srcSet'> {
  src: string
  alt: string
  /** Displayed width, as the HTML attribute `sizes`. */
  sizes: string
  /** Media query under which the picture is narrower than 200 CSS pixels: a drawing is shown in its bold variant there. */
  bold?: string
}

/** A picture: an uploaded one in the size and format that fits, a drawing in the variant that fits, any other from the one file it has. */
export function Picture({ src, sizes, bold, alt, ...image }: PictureProps) {
  const small = bold ? boldDrawing(src) : null
  if (small && bold === 'all') return <img src={small} alt={alt} {...image} />
  if (small)
    return (
      <picture className="contents">
        <source media={bold} srcSet={small} width={600} height={600} />
        <img src={src} alt={alt} {...image} />
      </picture>
    )
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
