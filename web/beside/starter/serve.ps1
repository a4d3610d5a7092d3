# Serves this folder of Djambi to this computer alone, and opens it in the browser. Windows PowerShell 5.1 or newer.
# The same as serve.py does elsewhere. -Quiet opens no browser.
param([switch]$Quiet)
Set-StrictMode -Version 2
$ErrorActionPreference = 'Stop'

$folder = [IO.Path]::GetFullPath((Join-Path $PSScriptRoot '..')).TrimEnd('\', '/')
$inside = $folder + [IO.Path]::DirectorySeparatorChar
# Tried first, always: a browser keeps games by the address, which the port belongs to.
$firstPort = 8790
$ports = 20

# Written out: what the registry believes about file names is not to be relied on.
$types = @{
  '.css' = 'text/css'; '.html' = 'text/html; charset=utf-8'; '.js' = 'text/javascript'; '.json' = 'application/json'
  '.mjs' = 'text/javascript'; '.png' = 'image/png'; '.svg' = 'image/svg+xml'; '.ts' = 'text/plain'
  '.txt' = 'text/plain; charset=utf-8'; '.wasm' = 'application/wasm'; '.webmanifest' = 'application/manifest+json'
  '.webp' = 'image/webp'; '.woff2' = 'font/woff2'; '.zip' = 'application/zip'
}

# Is the same page served there already?
function Test-Ours([int]$port) {
  try {
    $asked = [Net.WebRequest]::Create("http://localhost:$port/index.html")
    $asked.Proxy = $null
    $asked.Timeout = 3000
    $answer = $asked.GetResponse()
    try {
      $reader = New-Object IO.StreamReader($answer.GetResponseStream(), [Text.Encoding]::UTF8)
      return $reader.ReadToEnd() -ceq [IO.File]::ReadAllText((Join-Path $folder 'index.html'), [Text.Encoding]::UTF8)
    } finally { $answer.Close() }
  } catch { return $false }
}

function Show-Page([int]$port) {
  $address = "http://localhost:$port/"
  Write-Host "Djambi: $address   (Ctrl+C: quit / quitter)"
  if (-not $Quiet) { Start-Process $address }
}

# Returns the file that a path means; nothing for what is not a file of this folder.
function Get-Wanted([string]$path) {
  try {
    $name = [Uri]::UnescapeDataString($path).TrimStart('/', '\')
    if ($name -eq '') { $name = 'index.html' }
    # No drives, no streams, no parent folders, no wildcards.
    if ($name -match '[:*?"<>|\x00-\x1f]' -or $name -match '(^|[\\/])\.\.([\\/]|$)') { return $null }
    $file = [IO.Path]::GetFullPath([IO.Path]::Combine($folder, $name))
    if (-not $file.StartsWith($inside, [StringComparison]::OrdinalIgnoreCase)) { return $null }
    if (-not [IO.File]::Exists($file)) { return $null }
    return $file
  } catch { return $null }
}

function Send-Answer($context) {
  $answer = $context.Response
  try {
    $answer.Headers.Add('Cache-Control', 'no-cache')
    $answer.Headers.Add('X-Content-Type-Options', 'nosniff')
    if ($context.Request.HttpMethod -notin 'GET', 'HEAD') { $answer.StatusCode = 405; return }
    $file = Get-Wanted $context.Request.Url.AbsolutePath
    if ($null -eq $file) { $answer.StatusCode = 404; return }
    $type = $types[[IO.Path]::GetExtension($file).ToLowerInvariant()]
    if ($null -eq $type) { $type = 'application/octet-stream' }
    $answer.ContentType = $type
    $bytes = [IO.File]::ReadAllBytes($file)
    $answer.ContentLength64 = $bytes.Length
    if ($context.Request.HttpMethod -eq 'GET') { $answer.OutputStream.Write($bytes, 0, $bytes.Length) }
  } catch {
    # The browser went away, or the file cannot be read: the next question is answered all the same.
    try { $answer.StatusCode = 500 } catch { }
  } finally {
    try { $answer.Close() } catch { }
  }
}

for ($port = $firstPort; $port -lt $firstPort + $ports; $port++) {
  $listener = New-Object Net.HttpListener
  # This name alone is listened to: no other computer can ask, and no administrator is needed.
  $listener.Prefixes.Add("http://localhost:$port/")
  try { $listener.Start() } catch {
    if (Test-Ours $port) { Show-Page $port; exit 0 }
    Write-Host "Port $port is taken; games kept at that address are not seen at the next one."
    Write-Host "Le port $port est pris ; les parties gardees a cette adresse ne se voient pas a la suivante."
    continue
  }
  Show-Page $port
  try {
    while ($listener.IsListening) {
      # Waiting in short pieces, so that Ctrl+C is heard.
      $next = $listener.GetContextAsync()
      while (-not $next.AsyncWaitHandle.WaitOne(250)) { }
      Send-Answer ($next.GetAwaiter().GetResult())
    }
  } finally { $listener.Close() }
  exit 0
}
Write-Host 'No port is free. / Aucun port n''est libre.'
exit 1
