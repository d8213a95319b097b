import { join } from 'node:path'
import type { Config } from './config.ts'

/** Folder of the uploaded pictures. */
export const mediaFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'media')

/** Folder of the files of catalog imports, each named by the id of its import. */
export const importFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'imports')
