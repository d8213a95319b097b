import { readFileSync } from 'node:fs'

/** Ending of the variable that names a file with the setting: secrets of containers and of systemd are files. */
const SUFFIX = '_FILE'

function readSetting(variable: string, path: string): { value: string } | { problem: string } {
  try {
    const value = readFileSync(path, 'utf8').replace(/\r?\n$/, '')
    return value === '' ? { problem: `${variable}: ${path} is empty` } : { value }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException // what reading a file throws
    return { problem: `${variable}: ${path} cannot be read (${code})` }
  }
}

/**
 * Returns the settings of an environment that are not empty, those from the files that NAME_FILE variables name among them.
 * @throws Error naming each setting that is given twice, and each file that cannot be read
 */
export function readSettingFiles(names: readonly string[], environment: Record<string, string | undefined>): Record<string, string> {
  const settings: Record<string, string> = {}
  const problems: string[] = []
  for (const name of names) {
    const [value, path] = [environment[name], environment[name + SUFFIX]]
    if (value) settings[name] = value
    if (!path) continue
    if (value) problems.push(`${name} and ${name}${SUFFIX}: set only one of them`)
    else {
      const read = readSetting(name + SUFFIX, path)
      if ('problem' in read) problems.push(read.problem)
      else settings[name] = read.value
    }
  }
  if (problems.length > 0) throw new Error(`Invalid settings:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
  return settings
}
