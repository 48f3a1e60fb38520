; Tries resources/windows/installer.nsh without electron-builder: an installer that installs one file.
;   makensis -DOUT=usher-setup.exe scripts/windows/installer.nsi

Unicode true
Target amd64-unicode
Name "Usher"
OutFile "${OUT}"
InstallDir "$PROGRAMFILES64\Usher"
RequestExecutionLevel admin
SilentInstall silent
SilentUnInstall silent

; electron-builder's own has this by another plug-in.
!macro _isUpdated _a _b _t _f
  ${GetParameters} $R9
  ClearErrors
  ${GetOptions} $R9 "--updated" $R8
  IfErrors `${_f}` `${_t}`
!macroend
!define isUpdated `"" isUpdated ""`

!include "..\..\resources\windows\installer.nsh"

Section
  SetOutPath "$INSTDIR"
  FileOpen $0 "$INSTDIR\Usher.exe" w
  FileWrite $0 "In the place of the program."
  FileClose $0
  WriteUninstaller "$INSTDIR\Uninstall Usher.exe"
  !insertmacro customInstall
SectionEnd

Section "Uninstall"
  Delete "$INSTDIR\Usher.exe"
  Delete "$INSTDIR\Uninstall Usher.exe"
  RMDir "$INSTDIR"
  !insertmacro customUnInstall
SectionEnd
