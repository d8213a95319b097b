import { Outlet, useNavigation } from 'react-router'
import { Footer } from '#app/screens/shell/footer.ts'
import { Header } from '#app/screens/shell/header.tsx'
import { useMarked } from '#app/screens/shell/navigation.ts'
import { Kept } from '#app/ui/kept.tsx'

/** Head and foot of the shop around every public screen. */
export default function StorefrontLayout() {
  const navigation = useNavigation()
  const marked = useMarked()
  return (
    <>
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <Kept name={`head ${marked}`}>
        <Header />
      </Kept>
      <main
        id="main"
        tabIndex={-1}
        aria-busy={navigation.state === 'loading' || undefined}
        className="min-h-[calc(100svh-6.5rem)] outline-none print:min-h-0"
      >
        <Outlet />
      </main>
      <Kept name="foot">
        <Footer />
      </Kept>
    </>
  )
}
