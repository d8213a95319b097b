import { useParams } from 'react-router'
import { PostPage } from '#app/features/content/blog-admin/post-page.tsx'
import { getShop } from '#app/lib/shop.ts'

export const meta = ({ params }: { params: { id?: string } }) => [
  { title: `${params.id ? 'Post' : 'New post'} | ${getShop().name}` },
  { name: 'robots', content: 'noindex' },
]

const hrefOf = ({ id }: { id: string }) => `/admin/blog/${id}`

export default function PostScreen() {
  const { id = null } = useParams()
  return <PostPage key={id ?? 'new'} place="page" id={id} listHref="/admin/blog" hrefOf={hrefOf} heading="h1" />
}
