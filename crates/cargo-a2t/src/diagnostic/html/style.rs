//! The style of the page: light and dark, columns that stack on narrow screens, and signs where there are colours.

pub(super) const STYLE: &str = "
:root{color-scheme:light dark;--line:#d0d7de;--soft:#f6f8fa;--old:#ffebe9;--new:#dafbe1;--old-part:#ffb8b0;--new-part:#8fe3a4;
--error:#b3261e;--warning:#8a5a00;--note:#1a6331}
@media (prefers-color-scheme:dark){:root{--line:#3d444d;--soft:#161b22;--old:#3c1a1c;--new:#12301c;--old-part:#7d2b2b;
--new-part:#1f6b35;--error:#ff8f87;--warning:#e3b341;--note:#6fd08c}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:110rem;padding:1rem;font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
h1{font-size:1.4rem}h2{font-size:1.15rem;margin:2rem 0 .5rem}
table{width:100%;border-collapse:collapse;table-layout:fixed;border:1px solid var(--line)}
th{text-align:left;padding:.25rem .5rem;background:var(--soft);border-bottom:1px solid var(--line)}
td{padding:0 .5rem 0 1.5rem;vertical-align:top;position:relative}
td.old,td.same{border-right:1px solid var(--line)}
td code,pre{font:.85rem/1.5 ui-monospace,monospace;white-space:pre-wrap;unicode-bidi:isolate;direction:ltr}
td.old{background:var(--old)}td.new{background:var(--new)}
td.old::before,td.new::before{position:absolute;left:.5rem;font-family:ui-monospace,monospace}
td.old::before{content:'\\2212'}td.new::before{content:'+'}
del,ins{text-decoration:none}
td del{background:var(--old-part)}td ins{background:var(--new-part)}
.finding{border-left:.3rem solid var(--note);padding:.5rem .75rem;margin:.25rem 0;background:var(--soft)}
.finding.error{border-color:var(--error)}.finding.warning{border-color:var(--warning)}
.finding p,.finding ul{margin:0}.finding ul{padding-left:1.25rem}
td.remarks{padding:.25rem .5rem}
strong.error{color:var(--error)}strong.warning{color:var(--warning)}strong.note{color:var(--note)}
details{border:1px solid var(--line);border-width:0 1px 1px}
summary{padding:.15rem .5rem;cursor:pointer;background:var(--soft)}
pre{margin:0;padding:.25rem .5rem}
.hidden th{position:absolute;width:1px;height:1px;padding:0;overflow:hidden;clip-path:inset(50%)}
@media (max-width:45rem){body{padding:.5rem}tr,td{display:block}th{display:inline-block;border:0}
td.same:first-child,td:empty{display:none}td.old,td.same{border-right:0}}
@media print{body{max-width:none;padding:0}td,.finding{print-color-adjust:exact;-webkit-print-color-adjust:exact}
.finding,tr{break-inside:avoid}h2{break-after:avoid}}
";
