import { useEffect, useState } from 'react'
import { fetchFile } from '#app/lib/download.ts'
import { Picture } from '#app/ui/picture.tsx'

/** An address that leads to no picture: the drawing of an empty box is shown in its place. */
const LOST = 'data:,'
const LOOK = 'size-24 border-[1.5px] border-line bg-[#fff] object-cover'

/** Fetches a photo as the signed-in user, because nobody else may read it. @returns an address of it in memory; null until it is there */
function usePrivatePhoto(url: string): string | null {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    let made: string | null = null
    let isGone = false
    const show = (blob: Blob) => {
      if (isGone) return
      made = URL.createObjectURL(blob)
      setAddress(made)
    }
    fetchFile(url)
      .then((answer) => answer.blob())
      .then(show)
      .catch(() => !isGone && setAddress(LOST))
    return () => {
      isGone = true
      if (made) URL.revokeObjectURL(made)
    }
  }, [url])
  return address
}

/** A photo for a return. `isLink`: opens it in a new tab, too. */
export function ReturnPhoto({ url, alt, isLink = false }: { url: string; alt: string; isLink?: boolean }) {
  const address = usePrivatePhoto(url)
  if (address === null) return <span role="img" aria-label={alt} aria-busy="true" className={`block ${LOOK}`} />
  const picture = <Picture key={address} className={LOOK} sizes="96px" src={address} alt={alt} />
  if (!isLink || address === LOST) return picture
  return (
    <a href={address} target="_blank" rel="noopener">
      {picture}
    </a>
  )
}
