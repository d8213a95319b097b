/** Why a typed address is not sent; the server looks closer. */
export function emailError(email: string): string | undefined {
  if (email.trim() === '') return 'Please enter your email address'
  return /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(email.trim()) ? undefined : 'Please enter an email address like name@example.com'
}

/** Why a typed name is not sent. */
export function nameError(name: string): string | undefined {
  return name.trim() === '' ? 'Please enter your name' : undefined
}

/** Why a form that needs the password that counts now is not sent. */
export function currentPasswordError(password: string): string | undefined {
  return password === '' ? 'Please enter your current password' : undefined
}
