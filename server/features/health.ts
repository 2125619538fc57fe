import { isReady as isMigrated } from '../db/migrate.ts'
import type { Deps } from '../deps.ts'

/** Whether the database answers and is migrated (decisions 1). */
export const isReady = ({ db }: Deps): Promise<boolean> => isMigrated(db)
