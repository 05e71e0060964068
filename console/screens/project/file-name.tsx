import type { File } from '#contract/project.ts'
import { tellError } from '#ui/act/act.ts'
import { Icon } from '#ui/icon.tsx'
import { download } from '#ui/server/api.ts'
import { size } from '#ui/time/format.ts'

async function saveFile({ url, name }: File): Promise<void> {
  try {
    const link = document.createElement('a')
    link.href = URL.createObjectURL(await download(url))
    link.download = name
    link.click()
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
  } catch (error) {
    tellError(error)
  }
}

/** Downloads the file with the session of the curator: files of drafts are not public. */
export const FileName = ({ file, about }: { file: File; about?: string }) => (
  <button type="button" class="rows-item" onClick={() => void saveFile(file)}>
    <Icon name="file" size={20} />
    <span>
      <bdi>{file.name}</bdi>
      <small>{[about, file.type, size(file.size)].filter(Boolean).join(' · ')}</small>
    </span>
  </button>
)
