import { join } from 'node:path'
import { root } from './run-command.ts'
import { readLock, toCycloneDx } from './supply-chain/lock.ts'

// `npm sbom` rejects a tree that contains native packages for other platforms.
console.log(JSON.stringify(toCycloneDx(readLock(join(root, 'package-lock.json'))), null, 2))
