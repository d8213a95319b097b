import { Picture } from './picture.tsx'

const NO_PICTURE = '/api/placeholder/800/600'

interface ThumbnailProps {
  image: string
  /** Address of the drawing to show when the picture cannot be loaded. */
  instead?: string | undefined
  className?: string
}

/** The picture of a line. The name is beside it, so it has no alternative text. */
export function Thumbnail({ image, instead, className = '' }: ThumbnailProps) {
  return (
    <Picture
      src={image || NO_PICTURE}
      instead={instead}
      bold="all"
      sizes="64px"
      width={800}
      height={600}
      alt=""
      loading="lazy"
      className={`thumbnail ${className}`}
    />
  )
}
