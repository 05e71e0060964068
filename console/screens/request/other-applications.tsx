import { useState } from 'preact/hooks'
import { Link } from 'wouter-preact'
import { Age } from '#console/parts/age.tsx'
import { Table } from '#console/parts/table/table.tsx'
import { pathTo } from '#console/routes.ts'
import { t } from '#console/texts.ts'
import type { ReviewRequest } from '#contract/console/request.ts'
import type { File } from '#contract/project.ts'
import { FilePreview } from '#ui/file/file-preview.tsx'

/** All undecided applications for the project, this one first. */
export function OtherApplications({ request, others }: { request: ReviewRequest; others: ReviewRequest[] }) {
  const [file, setFile] = useState<File | null>(null)
  const none = <span class="soft">{t('none')}</span>
  const filesOf = (files: File[]) => (
    <ul class="bare">
      {files.map((file) => (
        <li key={file.id}>
          <button type="button" class="other-application-file" onClick={() => setFile(file)}>
            <bdi>{file.name}</bdi>
          </button>
        </li>
      ))}
    </ul>
  )
  if (others.length === 0) return <p class="soft">{t('requests.otherApplications.none')}</p>
  return (
    <>
      <Table
        className="other-applications"
        rows={[request, ...others]}
        keyOf={({ id }) => id}
        rowProps={({ id }) => ({ class: id === request.id ? 'is-this' : undefined })}
        columns={[
          {
            key: 'team',
            name: t('requests.team'),
            cell: ({ id, teamName }) =>
              id === request.id ? (
                <>
                  <bdi>{teamName}</bdi> <small class="soft">{t('requests.this')}</small>
                </>
              ) : (
                <Link href={pathTo('request', { id })}>{teamName}</Link>
              ),
          },
          { key: 'applied', name: t('requests.applied'), cell: ({ createdAt }) => <Age since={createdAt} /> },
          { key: 'size', name: t('requests.size'), isFigure: true, cell: ({ teamSize }) => teamSize },
          {
            key: 'message',
            name: t('requests.message'),
            className: 'other-application-message request-message',
            dir: 'auto',
            cell: ({ message }) => message ?? none,
          },
          { key: 'files', name: t('requests.filesTitle'), cell: ({ files }) => (files.length === 0 ? none : filesOf(files)) },
        ]}
      />
      <FilePreview file={file} onClose={() => setFile(null)} />
    </>
  )
}
