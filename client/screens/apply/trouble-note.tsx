export const TroubleNote = ({ title, detail }: { title: string; detail: string }) => (
  <div class="trouble" role="alert">
    <strong>{title}</strong>
    {detail && <p>{detail}</p>}
  </div>
)
