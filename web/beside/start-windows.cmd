@echo off
rem Starts Djambi from this folder: a server for this computer alone (PowerShell, part of Windows), and the browser.
rem Demarre Djambi depuis ce dossier : un serveur pour cet ordinateur seul (PowerShell), et le navigateur.
rem Opened inside a zip file, it comes without the others.
if not exist "%~dp0starter\serve.ps1" goto packed
where powershell >nul 2>nul
if errorlevel 1 goto none
powershell -NoLogo -NoProfile -ExecutionPolicy Bypass -File "%~dp0starter\serve.ps1"
if errorlevel 1 pause
exit /b
:none
echo Djambi needs PowerShell here. Or serve this folder with any web server, and open its address.
echo Djambi a besoin de PowerShell. Ou servez ce dossier avec un serveur web, et ouvrez son adresse.
pause
exit /b 1
:packed
echo Unpack the whole archive first: this file alone starts nothing.
echo Decompressez d'abord toute l'archive : ce fichier seul ne demarre rien.
pause
exit /b 1
