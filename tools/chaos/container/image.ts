import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { releasedFiles } from '../../scripts/release/released-files.ts'
import { root } from '../../scripts/run-command.ts'
import { findMirror, makeDebian, must } from '../fresh-machine/debian.ts'

const config = v.object({
  User: v.optional(v.string(), ''),
  Env: v.array(v.string()),
  Entrypoint: v.array(v.string()),
  Cmd: v.array(v.string()),
  WorkingDir: v.string(),
  Volumes: v.optional(v.record(v.string(), v.unknown()), {}),
  StopSignal: v.optional(v.string(), ''),
})
const inspected = v.object({
  OCIv1: v.object({ config }),
  Docker: v.object({
    config: v.object({ Healthcheck: v.optional(v.object({ Test: v.array(v.string()) })) }),
  }),
})

export interface Image extends AsyncDisposable {
  readonly config: v.InferOutput<typeof config>
  /** The command, without the word before it that says how it is started. */
  readonly healthCheck: readonly string[]
  /** The files of a container of it. */
  readonly files: string
}

/** Builds the image of a release of this repository, in a storage of its own. */
export async function buildImage(folder: string): Promise<Image> {
  const storage = join(folder, 'storage.conf')
  const places = `runroot = "${folder}/run"\ngraphroot = "${folder}/graph"\n`
  await writeFile(storage, `[storage]\ndriver = "vfs"\n${places}`)
  const buildah = (...parameters: string[]) =>
    must('buildah', parameters, { CONTAINERS_STORAGE_CONF: storage })
  await must(process.execPath, [join(root, 'tools/scripts/release.ts')])
  const { folder: release } = releasedFiles(root, process.arch)

  const base = join(folder, 'base')
  await mkdir(base)
  const tarball = join(base, 'base.tar')
  const debian = join(folder, 'debian')
  await makeDebian(debian, findMirror())
  await must('tar', ['--directory', debian, '--create', '--file', tarball, '.'])
  await rm(debian, { recursive: true })
  await writeFile(join(base, 'Containerfile'), 'FROM scratch\nADD base.tar /\n')
  await buildah('build', '--isolation', 'chroot', '--tag', 'aman-base', base)

  const build = ['build', '--isolation', 'chroot', '--format', 'docker', '--pull-never']
  await buildah(...build, '--build-arg', 'BASE=localhost/aman-base', '--tag', 'aman', release)
  const described = v.parse(
    v.pipe(v.string(), v.parseJson(), inspected),
    await buildah('inspect', '--type', 'image', 'aman'),
  )
  const container = (await buildah('from', '--pull-never', 'aman')).trim()
  return {
    config: described.OCIv1.config,
    healthCheck: described.Docker.config.Healthcheck?.Test.slice(1) ?? [],
    files: (await buildah('mount', container)).trim(),
    async [Symbol.asyncDispose]() {
      await buildah('rm', '--all')
    },
  }
}
