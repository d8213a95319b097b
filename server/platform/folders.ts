import { join } from 'node:path'
import type { Config } from './config.ts'

/** Folder of the uploaded pictures. */
export const mediaFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'media')

/** Folder of the files of catalog imports, each named by the id of its import. */
export const importFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'imports')

/** Folders of the data directory with the shop's files, all of which a backup has. Beside them is what belongs to this machine: the embedded database, its snapshots, locks. */
export const STORED_FOLDERS: readonly string[] = ['imports', 'mail', 'media']

/** Folder of the emails that are written to files, where there is no mail server. */
export const mailFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'mail')
