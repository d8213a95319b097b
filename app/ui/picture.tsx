import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { boldDrawing, pictureFiles } from '#domain/picture.ts'

/** The drawing in place of a picture that cannot be loaded. */
const NOTHING = '/drawings/scenes/empty-box.svg'

interface PictureProps extends Omit<ComponentProps<'img'>, 'src' | 'srcSet' | 'ref' | 'onError'> {
  src: string
  alt: string
  /** Displayed width, as the HTML attribute `sizes`. */
  sizes: string
  /** Media query under which the picture is narrower than 200 CSS pixels: a drawing is shown in its bold variant there. */
  bold?: string | undefined
  /** Address of the drawing to show when the picture cannot be loaded; without it, or when that fails too, the shop's own. */
  instead?: string | undefined
  /** Called when the picture cannot be loaded. */
  onLost?: () => void
}

/**
 * A picture: an uploaded one in the size and format that fits, a drawing in the variant that fits, any other from the one file it has. What
 * cannot be loaded is replaced by a drawing.
 */
export function Picture({ src, instead, onLost, ...picture }: PictureProps) {
  const [lost, setLost] = useState<readonly string[]>([])
  const shown = [src, instead].find((address) => address !== undefined && !lost.includes(address)) ?? NOTHING
  const lose = () => {
    if (lost.includes(shown)) return
    setLost([...lost, shown])
    if (shown === src) onLost?.()
  }
  const image = useRef<HTMLImageElement>(null)
  const checked = useRef(false)
  useEffect(() => {
    // the browser may have given up on a rendered picture before anybody listened
    if (!checked.current && image.current?.complete && image.current.naturalWidth === 0) lose()
    checked.current = true
  })
  return <Files ref={image} src={shown} {...picture} onError={lose} />
}

type FilesProps = Pick<PictureProps, 'src' | 'alt' | 'sizes' | 'bold'> & Omit<ComponentProps<'img'>, 'src' | 'srcSet' | 'alt' | 'sizes'>

/** The files of one picture to choose from. */
function Files({ src, sizes, bold, alt, ...image }: FilesProps) {
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
