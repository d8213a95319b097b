import { Link } from 'react-router'
import { tagHref } from './blog-filters.ts'

/** The tags of a post, each linked to the articles with it (S122). */
export function TagLinks({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null
  return (
    <ul aria-label="Tags" className="tag-links no-print flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {tags.map((tag) => (
        <li key={tag}>
          <Link className="inline-block py-3" to={tagHref(tag)}>
            <bdi>{tag}</bdi>
          </Link>
        </li>
      ))}
    </ul>
  )
}
