import { useState } from 'preact/hooks'
import { t } from '#client/texts/index.ts'
import type { File as StoredFile } from '#contract/project.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { isOnline } from '#ui/online.ts'
import { reasonOf } from '#ui/states.tsx'
import { saveFile } from '#ui/stored-file.ts'

// Only version numbers are known; the original names of older files are not.
const nameOf = (name: string, version: number): string => name.replace(/(\.\w+)?$/, (ending) => ` (${version})${ending}`)

export function VersionsDialog({ file, isOpen, onClose }: { file: StoredFile; isOpen: boolean; onClose(): void }) {
  const [refused, setRefused] = useState('')
  const numbers = Array.from({ length: file.version - 1 }, (_, index) => file.version - 1 - index)
  const fetchVersion = (version: number) => {
    setRefused('')
    saveFile({ url: `${file.url}?version=${version}`, name: nameOf(file.name, version) }).catch((error) =>
      setRefused(reasonOf(error).detail),
    )
  }
  return (
    <Dialog title={t('team.versions', { name: file.name })} isOpen={isOpen} onClose={onClose}>
      <ul class="rows">
        {numbers.map((version) => (
          <li key={version}>
            <button type="button" class="rows-item" disabled={!isOnline.value} onClick={() => fetchVersion(version)}>
              <Icon name="download" />
              <span>{t('team.versionNumber', { version })}</span>
            </button>
          </li>
        ))}
      </ul>
      {refused && (
        <p class="field-fault" role="alert">
          {refused}
        </p>
      )}
    </Dialog>
  )
}
