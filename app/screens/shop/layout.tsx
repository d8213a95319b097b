import { Outlet, useNavigation } from 'react-router'
import { Footer } from '#app/screens/shell/footer.ts'
import { Header } from '#app/screens/shell/header.tsx'

/** Head and foot of the shop around every public screen. */
export default function StorefrontLayout() {
  const navigation = useNavigation()
  return (
    <>
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <Header />
      <main
        id="main"
        tabIndex={-1}
        aria-busy={navigation.state === 'loading' || undefined}
        className="min-h-[calc(100svh-6.5rem)] outline-none print:min-h-0"
      >
        <Outlet />
      </main>
      <Footer />
    </>
  )
}
