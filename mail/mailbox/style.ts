// The colours of the directory; the banner marks a page for development only.
export const mailboxStyle = `
:root{color-scheme:light dark;--ink:#18211e;--soft:#56635e;--paper:#f7f6f2;--card:#fff;--line:#e2e0d8;--accent:#0a6b59;--tint:#e3f1ec;--alarm:#9c2b12;--alarm-ink:#fff;--stripe:#8a230c}
@media (prefers-color-scheme:dark){:root{--ink:#e6ebe8;--soft:#a2afaa;--paper:#111615;--card:#181f1d;--line:#2b3532;--accent:#74d6c0;--tint:#17362f;--alarm:#f2b36a;--alarm-ink:#231402;--stripe:#e6a458}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;font:1rem/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;color:var(--ink);background:var(--paper);overflow-wrap:anywhere}
h1,h2,p,ol,dl,dd{margin:0;padding:0}
.banner{padding:.85rem 1.25rem;color:var(--alarm-ink);background:repeating-linear-gradient(135deg,var(--alarm) 0 14px,var(--stripe) 14px 28px)}
.banner b{display:block;font-size:1.05rem;letter-spacing:-.01em}
.banner p{max-width:73.5rem}
.banner p,.layout{margin-inline:auto}
.banner span{font-size:.95rem;text-wrap:pretty}
.layout{max-width:76rem;padding:1.25rem}
a{color:var(--accent);text-underline-offset:.2em;text-decoration-thickness:1px}
a:hover{text-decoration-thickness:2px}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px;border-radius:4px}
.head{font-weight:700;font-size:1.15rem}
h1{font-size:clamp(1.5rem,1.3rem + 1vw,1.9rem);line-height:1.2;letter-spacing:-.02em}
.top{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;align-items:center;justify-content:space-between;margin-bottom:.75rem}
.top a,.actions a,.back a{display:inline-flex;align-items:center;min-height:44px;font-weight:600}
ol{list-style:none;border:1px solid var(--line);border-radius:14px;background:var(--card);overflow:hidden}
li+li{border-top:1px solid var(--line)}
li a{display:block;padding:.75rem 1rem;color:inherit;text-decoration:none}
li a:hover{background:var(--tint)}
li a:focus-visible{outline-offset:-3px;border-radius:14px}
li a[aria-current]{background:var(--tint);box-shadow:inset 4px 0 var(--accent)}
li b{display:block;font-weight:600;line-height:1.35;text-wrap:pretty}
li span{display:flex;flex-wrap:wrap;gap:0 .75rem;justify-content:space-between;margin-top:.15rem;color:var(--soft);font-size:.9rem}
li a[aria-current] span,li a:hover span{color:var(--ink)}
.note{padding:2.25rem 1.5rem;border:1px dashed var(--line);border-radius:14px;color:var(--soft);text-align:center;text-wrap:balance}
.note h2{margin-bottom:.4rem;font-size:1.15rem;color:var(--ink)}
.back{margin-bottom:.5rem}
.email h1{margin-bottom:.9rem;text-wrap:balance}
dl{display:grid;grid-template-columns:auto 1fr;gap:.2rem 1rem;font-size:.95rem}
dt{color:var(--soft)}
.actions{display:flex;flex-wrap:wrap;gap:0 1.4rem;margin:.6rem 0}
.actions a[aria-current]{color:var(--ink);text-decoration:none}
iframe{display:block;width:100%;height:58rem;border:1px solid var(--line);border-radius:14px;background:var(--paper)}
pre{margin:0;padding:1.25rem;border:1px solid var(--line);border-radius:14px;background:var(--card);font:.95rem/1.6 ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace;white-space:pre-wrap}
.layout.reading .list,.layout.choosing .email{display:none}
@media (min-width:60rem){
.layout{display:grid;grid-template-columns:24rem minmax(0,1fr);gap:2rem;align-items:start;padding-top:1.75rem}
.layout.empty{display:block;max-width:46rem}
.layout.reading .list,.layout.choosing .email{display:block}
.list ol{max-height:calc(100vh - 13rem);overflow:auto}
.back{display:none}
iframe{height:50rem}
.email .note{padding-block:6rem}
}
`
