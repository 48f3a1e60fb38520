; What Usher adds to electron-builder's installer (nsis.include): all of it for the machine, whoever installs.
;
; Every user may make files and folders in %ProgramData%. So Usher reads the settings file that the registry names,
; where only administrators can write, and this setup makes the folder for it.
;
; Setup     /AUTOSTART   Windows starts the kiosk for whoever signs in.
; Uninstall /DELETEDATA  What kiosks have kept is deleted, for all users: scans that were not uploaded too.
;                        Without it, it is kept; where somebody can be asked, they are.

!include "LogicLib.nsh"
!include "FileFunc.nsh"

!define USHER_RUN "Software\Microsoft\Windows\CurrentVersion\Run"
!define USHER_KEY "Software\Usher"
!define USHER_FILE "SettingsFile"
!define USHER_PROFILES "SOFTWARE\Microsoft\Windows NT\CurrentVersion\ProfileList"

!macro customInstall
  SetRegView 64
  SetShellVarContext all
  !insertmacro usherSettings
  ${GetParameters} $R0
  ClearErrors
  ${GetOptions} $R0 "/AUTOSTART" $R1
  ${IfNot} ${Errors}
    WriteRegStr HKLM "${USHER_RUN}" "Usher" '"$INSTDIR\Usher.exe"'
  ${EndIf}
!macroend

!macro customUnInstall
  ; An update installs over it at once.
  ${IfNot} ${isUpdated}
    SetRegView 64
    SetShellVarContext all
    DeleteRegValue HKLM "${USHER_RUN}" "Usher"
    !insertmacro usherForgetSettings
    ${GetParameters} $R0
    ClearErrors
    ${GetOptions} $R0 "/DELETEDATA" $R1
    ${If} ${Errors}
      MessageBox MB_YESNO|MB_ICONEXCLAMATION|MB_DEFBUTTON2 "Delete what kiosks on this machine have kept as well? Scans that were not uploaded would be lost." /SD IDNO IDYES usher_delete IDNO usher_keep
    ${EndIf}
    usher_delete:
    !insertmacro usherDeleteData
    usher_keep:
  ${EndIf}
!macroend

; Makes the folder for the settings file, and names the file. A file that administrators have named stays named.
!macro usherSettings
  ReadRegStr $R0 HKLM "${USHER_KEY}" "${USHER_FILE}"
  ${If} $R0 == "$APPDATA\Usher\settings.json"
  ${AndIfNot} ${FileExists} "$APPDATA\Usher\*.*"
    ; Its folder is gone: any user could make it again, with a file in it.
    DeleteRegValue HKLM "${USHER_KEY}" "${USHER_FILE}"
    StrCpy $R0 ""
  ${EndIf}
  ${If} $R0 == ""
    !insertmacro usherSettingsFolder "$PROGRAMFILES64\Usher settings" "$APPDATA\Usher"
  ${EndIf}
!macroend

; The folder gets its rights where only administrators can write, and is then moved to its place in one step. Setting
; rights in its place would be too late: a user may have opened the folder, or put a link there.
!macro usherSettingsFolder _made _place
  RMDir "${_made}"
  CreateDirectory "${_made}"
  ; By SIDs, because names are translated: Administrators and SYSTEM full, Users read.
  nsExec::Exec '"$SYSDIR\icacls.exe" "${_made}" /inheritance:r /grant:r *S-1-5-32-544:(OI)(CI)F *S-1-5-18:(OI)(CI)F *S-1-5-32-545:(OI)(CI)RX'
  Pop $R1
  nsExec::Exec '"$SYSDIR\icacls.exe" "${_made}" /setowner *S-1-5-32-544'
  Pop $R2
  ClearErrors
  ${If} "$R1 $R2" != "0 0"
    SetErrors
  ${ElseIf} ${FileExists} "${_place}"
    ; Any user may have made it. Renaming follows no link, and changes no rights of other files.
    Rename "${_place}" "${_place}.replaced"
    ${IfNot} ${Errors}
      MessageBox MB_OK|MB_ICONINFORMATION "${_place} was there already, and any user may have made it. It is now called ${_place}.replaced. Copy a settings file from it only if you know what is in it." /SD IDOK
    ${EndIf}
  ${EndIf}
  ${IfNot} ${Errors}
    Rename "${_made}" "${_place}"
  ${EndIf}
  ${IfNot} ${Errors}
    WriteRegStr HKLM "${USHER_KEY}" "${USHER_FILE}" "${_place}\settings.json"
  ${Else}
    RMDir "${_made}"
    MessageBox MB_OK|MB_ICONEXCLAMATION "The folder ${_place} could not be made for administrators alone, so no settings file is read. Remove what is there and run this setup again." /SD IDOK
  ${EndIf}
!macroend

; A settings file belongs to the administrators, and stays, with its folder and its name. Without one both are removed:
; a named file that is gone could be made by any user.
!macro usherForgetSettings
  ReadRegStr $R0 HKLM "${USHER_KEY}" "${USHER_FILE}"
  ${If} $R0 == "$APPDATA\Usher\settings.json"
    ClearErrors
    RMDir "$APPDATA\Usher"
    ${IfNot} ${Errors}
    ${OrIfNot} ${FileExists} "$APPDATA\Usher\*.*"
      DeleteRegValue HKLM "${USHER_KEY}" "${USHER_FILE}"
    ${EndIf}
  ${EndIf}
!macroend

; The data folder of every user who has a profile here.
!macro usherDeleteData
  StrCpy $R2 0
  ${Do}
    EnumRegKey $R3 HKLM "${USHER_PROFILES}" $R2
    ${If} $R3 == ""
      ${ExitDo}
    ${EndIf}
    ReadRegStr $R4 HKLM "${USHER_PROFILES}\$R3" "ProfileImagePath"
    ExpandEnvStrings $R4 $R4
    ${If} $R4 != ""
      RMDir /r "$R4\AppData\Roaming\Usher"
    ${EndIf}
    IntOp $R2 $R2 + 1
  ${Loop}
!macroend
