import { Picture } from './picture.tsx'

const NO_PICTURE = '/api/placeholder/800/600'

/** The picture of a line. The name is beside it, so it has no alternative text. */
export function Thumbnail({ image, className = '' }: { image: string; className?: string }) {
  return (
    <Picture
      src={image || NO_PICTURE}
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
